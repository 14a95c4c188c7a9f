const links = require("pulumi-link-management");

const shared = links.Channel.get("shared", "101");
new links.ChannelItem("shared/4711", { channel: shared, itemType: "links", item: 4711 });
new links.Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1234567890" });
exports.color = shared.color;
