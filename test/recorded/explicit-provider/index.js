const links = require("pulumi-link-management");

const brandB = new links.Provider("brand-b", { apiKey: "key-of-brand-b", account: "brand-b" });
new links.Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1" });
new links.Channel("spring", { name: "Spring" }, { provider: brandB });
