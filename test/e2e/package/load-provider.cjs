// Calls the provider's handlers as the engine does in a refresh, then calls check. Prints as JSON how many modules of zod
// are loaded after each, and which modules of this package.
// Usage: node load-provider.cjs '{ "HANDLER": { "id": …, "args": … } }'
const { dirname, relative, sep } = require("node:path");
const handlers = require("pulumi-link-management/provider");

const objects = Object.entries(JSON.parse(process.argv[2]));
const zodFolder = `${sep}node_modules${sep}zod${sep}`;
const countZodModules = () => Object.keys(require.cache).filter((path) => path.includes(zodFolder)).length;

async function main() {
  const unchanged = [];
  for (const [name, { id, args }] of objects) {
    await handlers[name].configure({ config: { get: () => undefined } });
    const { props } = await handlers[name].read(id, args);
    const { changes } = await handlers[name].diff(id, props, args);
    if (!changes) unchanged.push(name);
  }
  const zodModulesAfterRefresh = countZodModules();
  for (const [name, { args }] of objects) await handlers[name].check(args, args);
  const zodModulesAfterCheck = countZodModules();
  const dist = dirname(require.resolve("pulumi-link-management/provider"));
  const packageModules = Object.keys(require.cache)
    .filter((path) => path.startsWith(dist + sep))
    .map((path) => relative(dist, path));
  const result = {
    handlers: Object.keys(handlers).sort(),
    unchanged,
    zodModulesAfterRefresh,
    zodModulesAfterCheck,
    packageModules,
  };
  process.stdout.write(JSON.stringify(result));
}

main();
