#!/usr/bin/env node
// The command line: `npx pulumi-link-management`. The build bundles what follows the first import.
import "../start/exit-on-old-node";
import { main } from "./command-line";

main();
