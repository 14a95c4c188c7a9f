// The functions that read the account in a program, and their forms for outputs.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as library from "../../src/index";
import { queries } from "../../src/resources/queries";
import { ACCOUNT, type Answer, rejection, serve, success } from "../api/support/service";
import { inProgramRun } from "../support/program-run";

const list = (key: string, ...items: object[]): Answer =>
  success({ data: { result: items.length, perpage: 100, maxpage: 1, [key]: items } });

/** An account that spells numbers in every way that services do. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "/api/account": success({ data: ACCOUNT }),
  "/api/channel/3": list(
    "items",
    { type: "links", id: 4711, title: "Shop", link: "https://s.example/a" },
    { type: "qr", id: 9 },
  ),
  "/api/qr": list(
    "qrs",
    { id: 8, link: "https://s.example/qr/8", name: "Menu", scans: "2" },
    { id: 10, link: "https://s.example/qr/10" },
  ),
  "/api/qr/8": success({
    details: {
      id: 8,
      link: "https://s.example/qr/8",
      name: "Menu",
      scans: "2",
      data: "2024-01-02 03:04:05",
    },
    data: { clicks: "3", uniqueClicks: 1, topCountries: { Austria: "2" }, topBrowsers: [], topOs: 0 },
  }),
  "/api/qr/9": success({ data: { qrs: [] } }),
  "/api/urls": list("urls", {
    id: 4711,
    alias: "shop",
    shorturl: "https://s.example/shop",
    longurl: "https://example.com",
    clicks: "7",
  }),
  "/api/overlay": list("cta", { id: 21, name: "Welcome", type: "message" }),
  "/api/splash": list("splash", { id: 31, name: "Leaving" }),
};

/** Runs a program. @returns its result, and the paths of its requests */
async function run<Result>(program: () => Promise<Result>, answers = ANSWERS) {
  const paths: string[] = [];
  const { url } = await serve((request) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    paths.push(pathname);
    return answers[pathname] ?? rejection("no such object", 404);
  });
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", url);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key");
  onTestFinished(() => void vi.unstubAllEnvs());
  const result = await inProgramRun(program);
  return { result, paths };
}

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<unknown>((resolve) => void output.apply(resolve));

/** Each read in both forms, and what it returns. Those of kinds differ in their kind only. */
const READS: readonly [string, () => Promise<unknown>, () => pulumi.Output<unknown>, unknown][] = [
  ["getAccount", library.getAccount, library.getAccountOutput, { id: "7", username: "acme" }],
  [
    "getChannelItems",
    () => library.getChannelItems("3"),
    () => library.getChannelItemsOutput(pulumi.output(3)),
    [
      { type: "links", id: "4711", title: "Shop" },
      { id: "9", title: "" },
    ],
  ],
  [
    "getQrCodes",
    library.getQrCodes,
    library.getQrCodesOutput,
    [
      { id: "8", name: "Menu", scans: 2 },
      { id: "10", name: "" },
    ],
  ],
  [
    "getQrStatistics",
    () => library.getQrStatistics(8),
    () => library.getQrStatisticsOutput("8"),
    {
      id: "8",
      name: "Menu",
      scans: 2,
      date: "2024-01-02 03:04:05",
      clicks: 3,
      uniqueClicks: 1,
      topCountries: { Austria: 2 },
      topBrowsers: {},
      topOs: {},
    },
  ],
  [
    "getLinks",
    library.getLinks,
    library.getLinksOutput,
    [{ id: "4711", url: "https://example.com", alias: "shop", link: "https://s.example/shop", clicks: 7 }],
  ],
  ["getOverlays", library.getOverlays, library.getOverlaysOutput, [{ id: "21", name: "Welcome" }]],
  ["getSplashPages", library.getSplashPages, library.getSplashPagesOutput, [{ id: "31", name: "Leaving" }]],
];

test("every section has a function", () => {
  for (const section of queries.keys())
    expect(library).toHaveProperty(`get${section.charAt(0).toUpperCase()}${section.slice(1)}`);
});

test.each(READS)(
  "%s returns ids as text and numbers as numbers, in both forms, each list from one request",
  async (_, plain, output, expected) => {
    const { result, paths } = await run(async () => [await plain(), await resolved(output())]);
    expect(result).toMatchObject([expected, expected]);
    const lists = paths.filter((path) => !path.startsWith("/api/qr/"));
    expect(new Set(lists).size).toBe(lists.length);
  },
);

describe("is an error that names the function or the request", () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ["an unknown channel", () => library.getChannelItems(99), /\/api\/channel\/99/],
    ["an unknown QR code", () => library.getQrStatistics(99), /\/api\/qr\/99/],
    ["a response without statistics", () => library.getQrStatistics(9), /\/api\/qr\/9/],
    ["text that is no id", () => library.getChannelItems("1/../2"), /getChannelItems/],
    ["a number that is no id", () => library.getQrStatistics(4711.4), /getQrStatistics/],
  ])("%s", async (_, read, message) => {
    await run(() => expect(read()).rejects.toThrow(message));
  });
});
