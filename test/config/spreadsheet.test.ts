// A CSV file in `include:`: cells are values like those of YAML, with the same errors at their places.
import { describe, expect, test } from "vitest";
import { CONFIG_FILE, checkFolder, type Outside } from "./support/config";
import { Folder } from "./support/folder";

const HEAD = "links,url,alias,domain\n";

/** A project that includes `codes.csv`. @param main more of the config file */
function check(csv: string, main = "", outside?: Outside, file = "codes.csv") {
  const files = { [CONFIG_FILE]: `include: ${file}\n${main}`, [file]: csv };
  return checkFolder(new Folder().write(files).path, outside);
}

describe("the entries of a file", () => {
  const SPRING = { url: "https://example.com/spring", alias: "spring" };

  test.each<[string, string, string?]>([
    [
      "with semicolons, as a European Excel",
      "links;url;alias\r\nspring;https://example.com/spring;spring\r\n",
    ],
    [
      "with a byte order mark and columns without a name",
      `\ufeff${HEAD.trim()},,\nspring,https://example.com/spring,spring,,,\n`,
    ],
    [
      "with spaces around quotes",
      ' links , "url" , alias\nspring, "https://example.com/spring" ,"spring" \n',
    ],
    ["with empty lines and spaces", `${HEAD}\n,,,\n spring , https://example.com/spring ,spring,\n\n`],
    ["with tabs", "links\turl\talias\nspring\thttps://example.com/spring\tspring", "links.tsv"],
  ])("%s", (_, csv, file) => {
    const { problems, resources } = check(csv, "", undefined, file);
    expect(problems).toEqual([]);
    expect(resources).toMatchObject({ "Link spring": { args: SPRING } });
  });

  test.each(["\n", "\r\n", "\r"])("have the line break of a cell as a line feed: %j", (end) => {
    const csv = `qrCodes;type;data${end}hours;text;"Mon-Fri; ""noon""${end}Sat"${end}`;
    expect(check(csv).resources).toMatchObject({
      "QrCode hours": { args: { data: 'Mon-Fri; "noon"\nSat' } },
    });
  });

  test("have objects by dots, options, numbers and flags where the schema wants them, and text elsewhere", () => {
    const codes =
      "qrCodes,type,content.wifi.ssid,content.wifi.password,options.protect,options.onExisting.id,renamedFrom\n" +
      "guests,wifi,12345,${config:wifi},TRUE,101,old\nlobby,wifi,Lobby,${config:wifi},false,,\n";
    const { problems, resources } = check(codes, "", { config: { wifi: { secret: "s3cret-word" } } });
    expect(problems).toEqual([]);
    expect(resources).toMatchObject({
      "QrCode guests": {
        args: { type: "wifi", data: "[secret]" },
        options: { protect: true, onExisting: { id: 101 }, aliases: [{ name: "old" }] },
      },
      "QrCode lobby": { options: { protect: false } },
    });
    const pixels = "pixels,type,name,tag\nads,fbpixel,Ads,0123\nmore,fbpixel,True,1\n";
    expect(check(pixels).resources).toMatchObject({
      "Pixel ads": { args: { tag: "0123" } },
      "Pixel more": { args: { name: "True" } },
    });
  });

  test("refer to those of YAML, get its defaults, and are referred to", () => {
    const main =
      "domains: { go: { domain: https://go.example.com } }\ndefaults: { links: { protect: true } }\n" +
      "channels: { spring: { name: Spring, items: [{ link: spring }] } }\n";
    const row = "spring,https://example.com/${env:PAGE},spring,go\n";
    const { problems, resources } = check(HEAD + row, main, { env: { PAGE: "now" } });
    expect(problems).toEqual([]);
    expect(resources).toMatchObject({
      "Link spring": {
        args: { url: "https://example.com/now", domain: "domains.go" },
        options: { protect: true },
      },
      "ChannelItem spring/link/spring": { args: { item: "links.spring" } },
    });
  });
});

describe("a mistake is one error at its cell:", () => {
  const ROW = "spring,https://example.com/spring,spring,\n";

  test.each<[string, string, string, RegExp]>([
    ["an unknown section", `lnks,url,alias\n${ROW}${ROW}`, "1:1", /did you mean "links"/],
    ["a hint of Excel", `sep=;\n${HEAD}`, "1:1", /remove this line/],
    ["an unknown column", `links,ulr,alias\n${ROW}${ROW}`, "1:7", /did you mean "url"/],
    ["a column twice", `links,url,alias,url\n${ROW}`, "1:17", /twice/],
    ["a column in another one", "qrCodes,type,data.ssid,data\na,wifi,x,y\n", "1:14", /part of another/],
    ["a required column that is missing", `links,url\n${ROW}${ROW}`, "1:1", /alias/],
    ["a column for a list", "channels,name,items\na,Spring,1\n", "1:15", /YAML/],
    ["a column for an object", "qrCodes,content\na,Menu\n", "1:9", /content\.wifi/],
    ["a row without a key", `${HEAD},https://example.com,spring,\n`, "2:1", /no key/],
    ["a cell without a column", `${HEAD}spring,https://example.com/a,b,,more\n`, "2:33", /no column/],
    ["quotes that are open", `${HEAD}spring,"https://example.com,spring\n`, "2:8", /close/],
    ["a rounded number", `${HEAD}spring,https://example.com,1.23457E+15,\n`, "2:28", /as text/],
    ["a failed formula", `${HEAD}spring,#WERT!,spring,\n`, "2:8", /as text/],
    ["a failed formula in LibreOffice", `${HEAD}spring,Err:508,spring,\n`, "2:8", /Err:508/],
    ["a guard of formulas", `${HEAD}spring,https://example.com,"=""0123""",\n`, "2:28", /without it: 0123/],
    ["an apostrophe", `${HEAD}spring,https://example.com,'0815,\n`, "2:28", /without it: 0815/],
    ["a flag in German", `${HEAD.trim()},options.protect\n${ROW.trim()},WAHR\n`, "2:43", /write true/],
    ["a key twice", `${HEAD}${ROW}${ROW.replaceAll("spring,", "spring,")}`, "3:1", /codes\.csv:2:1/],
    ["a key that is none", `${HEAD}a sale,https://example.com,spring,\n`, "2:1", /starting with a letter/],
    ["a reference to nothing", `${HEAD}spring,https://example.com,spring,go\n`, "2:35", /domains/],
  ])("%s", (_, csv, problem, words) => {
    const { problems, shown } = check(csv);
    expect(problems).toEqual([`codes.csv:${problem}`]);
    expect(shown).toMatch(words);
  });

  test("a changed value of a secret is not shown", () => {
    const { shown } = check(
      'qrCodes,type,content.wifi.ssid,content.wifi.password\na,wifi,A,"=""hunter2-a"""\n',
    );
    expect(shown).toContain("formula");
    expect(shown).not.toContain("hunter2");
  });
});
