const links = require("pulumi-link-management");

// The version that recorded the state had a provider for spring. Now it is an ordinary resource.
new links.Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1" });
new links.Channel("spring", { name: "Spring" });
