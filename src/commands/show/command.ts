// `show`: reads the account and prints it, as tables for people and as JSON for programs.
import { styleText } from "node:util";
import { Command, Option } from "commander";
import { ApiError } from "../../api/errors";
import { ConfigFileError } from "../../config/source/config-file-error";
import { NoConfigFileError } from "../../config/source/source-file";
import { withSession } from "../account/session";
import { jsonText } from "../output/json";
import { PREFIX, USAGE_ERROR } from "../usage-errors";
import * as views from "./views";

interface Options {
  readonly json?: true;
  readonly table?: true;
  readonly stack?: string;
}

const KEY_OR_ID = "its key in the config file, or its id";

const HELP = `
The API key and the address come from LINK_MANAGEMENT_API_KEY and LINK_MANAGEMENT_BASE_URL, or from the config of the
selected stack. Only GET requests are sent.

A terminal shows a table, and a pipe gets JSON.

Exit codes: 0 shown, 1 errors, 2 wrong usage or missing config file.`;

export function showCommand(): Command {
  const command = new Command("show").description("Show what the account has. Changes nothing.");
  const add = <Value>(name: string, description: string, view: views.View<Value>) =>
    withOptions(new Command(name).description(description)).action((options: Options) =>
      run(view, "", options),
    );
  const commands = [
    add("account", "The account of the API key.", views.accountView),
    add("channels", "All channels.", views.channelList),
    withOptions(new Command("channel").description("A channel and its items."))
      .argument("<channel>", KEY_OR_ID)
      .action((word: string, options: Options) => run(views.channelView, word, options)),
    add("pixels", "All pixels.", views.pixelList),
    add("domains", "All branded domains.", views.domainList),
    add("campaigns", "All campaigns.", views.campaignList),
    withOptions(new Command("qr").description("All QR codes, or the statistics of one."))
      .argument("[code]", KEY_OR_ID)
      .action((word: string | undefined, options: Options) =>
        word === undefined ? run(views.qrCodeList, "", options) : run(views.qrCodeView, word, options),
      ),
    add("overlays", "All CTA overlays.", views.overlayList),
    add("splash", "All custom splash pages.", views.splashPageList),
  ];
  for (const one of commands) command.addCommand(one);
  return command.addHelpText("after", HELP);
}

function withOptions(command: Command): Command {
  return command
    .addOption(new Option("--json", "print JSON (default in a pipe)").conflicts("table"))
    .addOption(new Option("--table", "print a table (default on a terminal)"))
    .option("--stack <name>", "the stack whose config and state are used (default: the selected stack)")
    .addHelpText("after", HELP);
}

async function run<Value>(
  view: views.View<Value>,
  word: string,
  { json, table, stack }: Options,
): Promise<void> {
  const { env, stderr, stdout } = process;
  const isJson = json ?? !(table ?? stdout.isTTY);
  try {
    const value = await withSession({ folder: process.cwd(), env, stack, stderr }, async (context) => {
      const { session, progress, project, config } = context;
      progress.show(`reading: ${view.what}`);
      const file = env.LINK_MANAGEMENT_FILE || config?.get("link-management:file")?.value || undefined;
      return view.read({ session, project, folder: process.cwd(), file }, word);
    });
    const text = isJson ? jsonText(value) : view.lines(value, { width: width(), style: STYLE }).join("\n");
    stdout.write(`${text}\n`);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConfigFileError)) throw error;
    stderr.write(`${PREFIX}${error.message}\n`);
    process.exitCode = error instanceof NoConfigFileError ? USAGE_ERROR : 1;
  }
}

/** Of a terminal that does not say how wide it is. */
const DEFAULT_WIDTH = 80;

/** In a pipe, a table has the width of its cells, unless COLUMNS says how wide its reader is. */
function width(): number {
  if (process.stdout.isTTY) return process.stdout.columns || DEFAULT_WIDTH;
  const columns = Number(process.env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** `styleText` colors only a terminal, and respects NO_COLOR and FORCE_COLOR. */
const STYLE = { heading: (text: string) => styleText("bold", text) };
