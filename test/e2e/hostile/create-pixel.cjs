// Checks and creates a pixel as the engine does, by the built package: node create-pixel.cjs <base address>
const { DEMO_KEY } = require("../../../dist/emulator/index.js");
const { pixel } = require("../../../dist/provider.js");

const config = { baseUrl: process.argv[2], apiKey: DEMO_KEY, settleTime: "0" };
const args = { type: "forum", name: "A", tag: "t" };

async function main() {
  await pixel.configure({ config: { get: (name) => config[name.replace(/^link-management:/, "")] } });
  await pixel.check({}, args);
  const { id } = await pixel.create(args);
  console.log(`created ${id}`);
}

main().then(
  () => process.exit(0),
  (error) => {
    // Other errors than those for the user have a stack.
    console.log(error.stack || `reported: ${error.message}`);
    process.exit(1);
  },
);
