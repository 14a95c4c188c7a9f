// Who publishes the package: part of every import of an SDK that Pulumi generates from plugin/schema.json. The owner sets
// it before the first release and runs `npm run generate`. A later change renames the imports of every program.

export const OWNER = "your-organization";

export const REPOSITORY = `https://github.com/${OWNER}/pulumi-link-management`;
