// A config with every kind that the API document has.
export const CONFIG = {
  account: { expect: { username: "acme" }, email: "links@example.com", password: "correct horse" },
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
  domains: { go: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu", foreground: "rgb(16,42,67)" } },
  channels: {
    spring: {
      name: "Spring",
      color: "#22AA66",
      items: [{ qr: "menu" }, { link: 4711 }, { bio: 12 }],
    },
  },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true, links: [4711] } },
};
