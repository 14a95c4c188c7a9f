// A provider process that is asked what the engine asks of it on a refresh, and then for a check. Says after each,
// as JSON, how many modules of zod it has loaded, and at the end which of this package. Takes the arguments and the id of one object per handler.
const { dirname, relative, sep } = require("node:path");
const handlers = require("pulumi-link-management/provider");

const objects = Object.entries(JSON.parse(process.argv[2]));
const zod = `${sep}node_modules${sep}zod${sep}`;
const loaded = () => Object.keys(require.cache).filter((path) => path.includes(zod)).length;

async function main() {
  const said = { handlers: Object.keys(handlers).sort(), unchanged: [] };
  for (const [name, { id, args }] of objects) {
    await handlers[name].configure({ config: { get: () => undefined } });
    const { props } = await handlers[name].read(id, args);
    const { changes } = await handlers[name].diff(id, props, args);
    if (!changes) said.unchanged.push(name);
  }
  said.afterRefresh = loaded();
  for (const [name, { args }] of objects) await handlers[name].check(args, args);
  said.afterCheck = loaded();
  const dist = dirname(require.resolve("pulumi-link-management/provider"));
  said.ofThisPackage = Object.keys(require.cache)
    .filter((path) => path.startsWith(dist + sep))
    .map((path) => relative(dist, path));
  process.stdout.write(JSON.stringify(said));
}

main();
