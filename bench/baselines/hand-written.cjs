// A dynamic provider as Pulumi's documentation teaches it: `fetch`, one list per read, and exponential backoff on 429.
// Copied into the measured project.
const pulumi = require("@pulumi/pulumi");

const baseUrl = process.env.LINK_MANAGEMENT_BASE_URL;

async function request(method, path, body) {
  const apiKey = process.env.LINK_MANAGEMENT_API_KEY;
  for (let delay = 1000; ; delay = Math.min(delay * 2, 60_000)) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      continue;
    }
    const result = await response.json();
    if (!response.ok || Number(result.error) !== 0) throw new Error(result.message);
    return result;
  }
}

async function findPixel(id) {
  for (let page = 1; ; page++) {
    const { data } = await request("GET", `/api/pixels?limit=100&page=${page}`);
    const pixel = data.pixels.find((one) => String(one.id) === id);
    if (pixel || page >= data.maxpage) return pixel;
  }
}

const pixelProvider = {
  async create(inputs) {
    const { id } = await request("POST", "/api/pixel/add", inputs);
    return { id: String(id), outs: inputs };
  },
  async read(id, props) {
    const pixel = await findPixel(id);
    if (!pixel) return {};
    const { type, name, tag, date } = pixel;
    return { id, props: { ...props, type, name, tag, date } };
  },
  async diff(_id, olds, news) {
    const replaces = olds.type === news.type ? [] : ["type"];
    const changes = replaces.length > 0 || olds.name !== news.name || olds.tag !== news.tag;
    return { changes, replaces };
  },
  async update(id, _olds, news) {
    const { name, tag } = news;
    await request("PUT", `/api/pixel/${id}/update`, { name, tag });
    return { outs: news };
  },
  async delete(id) {
    await request("DELETE", `/api/pixel/${id}/delete`);
  },
};

class Pixel extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(pixelProvider, name, { date: undefined, ...args }, opts);
  }
}

exports.Pixel = Pixel;
