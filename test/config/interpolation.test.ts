// `${env:…}` and `${config:…}`, with and without values.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Values } from "../../src/config/parse/interpolation";
import { render } from "../../src/config/report/render";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { kinds } from "./support/kinds";
import { messages, planOf } from "./support/read";

const ENVIRONMENT: Readonly<Record<string, string>> = {
  TITLE: "Top",
  HEIGHT: "30",
  OPEN: "true",
  ID: "7",
  KEY: "moby",
  EMPTY: "",
  TRICKY: "${env:TITLE} $${ ' \" : #",
};

const VALUES: Values = {
  environment: (name) => ENVIRONMENT[name],
  config: (key) =>
    ({
      title: { value: "From config", isSecret: false },
      "other:title": { value: "From another", isSecret: false },
      code: { value: "s3cret", isSecret: true },
    })[key],
};

function entriesOf(text: string, values = VALUES) {
  const { plan, counts } = readConfig(new Source("file.yaml", text), kinds, { values });
  expect(counts.errors).toBe(0);
  return plan!.entries;
}

const textOf = (written: string) => entriesOf(`books: { a: { text: ${written} } }`)[0]!.args.text;

describe("fills in text", () => {
  test.each([
    ['"${env:TITLE}"', "Top"],
    ['"a ${env:TITLE} b${env:HEIGHT}"', "a Top b30"],
    ['"${config:title}"', "From config"],
    ['"${config:other:title}"', "From another"],
    ['"${env:UNSET:-x}"', "x"],
    ['"${env:EMPTY:-x}"', "x"],
    ['"${env:TITLE:-x}"', "Top"],
    ['"${env:UNSET:-}"', ""],
    ['"${config:unset:-a: b}"', "a: b"],
    ['"${config:other:unset:-x}"', "x"],
    ['"$${env:TITLE}"', "${env:TITLE}"],
    ['"$${ and ${env:TITLE}"', "${ and Top"],
    ['"$ $$ {} $$$ }"', "$ $$ {} $$$ }"],
    ['"${env:TRICKY}"', ENVIRONMENT.TRICKY],
    ['"\\u0024{env:TITLE}"', "Top"],
    ["'${env:TITLE}'", "Top"],
  ])("%s", (written, expected) => {
    expect(textOf(written)).toBe(expected);
  });

  test("without quotes, and over several lines", () => {
    const [a, b] = entriesOf(
      "books:\n  a:\n    text: ${env:TITLE}\n  b:\n    text: |\n      x\n      ${env:TITLE}\n",
    );
    expect([a!.args.text, b!.args.text]).toEqual(["Top", "x\nTop\n"]);
  });
});

describe("converts a value to the expected type", () => {
  test("as a number or boolean", () => {
    const [shelf] = entriesOf(
      'shelves: { a: { title: "${env:HEIGHT}", height: "${env:HEIGHT}", open: "${env:OPEN}", size: { width: "${env:HEIGHT}" }, options: { protect: "${env:OPEN}" } } }',
    );
    expect(shelf!.args).toEqual({ title: "30", height: 30, open: true, size: { width: 30 } });
    expect(shelf!.options).toEqual({ protect: true });
  });

  test("as a key, or as an id if it has digits only", () => {
    const [, shelf] = entriesOf(
      'books: { moby: { text: x } }\nshelves: { a: { title: A, contents: [{ book: "${env:KEY}" }, { book: "${env:ID}" }] } }',
    );
    expect(shelf!.members.map(({ name, value }) => [name, value])).toEqual([
      ["a/book/moby", { book: "moby" }],
      ["a/book/7", { book: 7 }],
    ]);
  });

  test("in the expected account", () => {
    const source = new Source(
      "file.yaml",
      'owner: { expect: { id: "${env:ID}", username: "${config:title}" } }',
    );
    expect(readConfig(source, kinds, { values: VALUES }).plan?.expect).toEqual({
      id: 7,
      username: "From config",
    });
  });
});

test("makes an argument secret if a part of it comes from secret config", () => {
  const [owner, shelf] = entriesOf(
    'owner: { name: "x${config:code}y", code: z }\nshelves: { a: { title: A, labels: [b, "${config:code}"] } }',
  );
  expect([owner!.secrets, shelf!.secrets]).toEqual([["name"], ["labels"]]);
});

test("fills in or reports any text, and never shows a value", () => {
  const pieces = fc.constantFrom(
    "${",
    "$${",
    "$",
    "env:",
    "config:",
    "TITLE",
    "code",
    ":-",
    ":",
    "}",
    "{",
    " ",
    "x",
    "\n",
  );
  const outside = {
    environment: () => "from-outside",
    config: () => ({ value: "from-outside", isSecret: true }),
  };
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (written) => {
      const text = `shelves: { a: { title: A, height: ${JSON.stringify(written.join(""))} } }`;
      const result = readConfig(new Source("file.yaml", text), kinds, { values: outside });
      expect(result.plan).toBeUndefined();
      expect(render(result)).not.toContain("from-outside");
    }),
  );
});

describe("rejects a credential of the run", () => {
  test.each([
    "env:LINK_MANAGEMENT_API_KEY",
    "env:LINK_MANAGEMENT_BASE_URL",
    "env:link_management_api_key",
    "env:PULUMI_ACCESS_TOKEN",
    "env:PULUMI_CONFIG_PASSPHRASE",
    "env:PULUMI_CONFIG_PASSPHRASE_FILE:-x",
    "config:link-management:apiKey",
  ])("%s", (expression) => {
    const source = new Source("file.yaml", `shelves: { a: { title: "\${${expression}}" } }`);
    const all = { environment: () => "s3cret", config: () => ({ value: "s3cret", isSecret: true }) };
    for (const values of [undefined, all]) {
      const result = readConfig(source, kinds, values && { values });
      expect(result.plan).toBeUndefined();
      expect(result.diagnostics.map(({ message }) => message)).toEqual([
        expect.stringMatching(/ is (for the run itself|the credential of the run)/),
      ]);
    }
  });
});

describe("a secret field", () => {
  const warnings = (text: string) =>
    readConfig(new Source("file.yaml", text), kinds, { values: VALUES }).diagnostics.map(
      ({ severity, message, help }) => `${severity} ${message}: ${help}`,
    );

  test("raises a warning for a plain value of the stack config", () => {
    expect(warnings('owner: { name: "${config:title}", code: "${config:title}" }')).toEqual([
      "warning this value is secret, but the stack config value title is in plain text: " +
        "store it encrypted: `pulumi config set --secret title`",
    ]);
    expect(warnings('owner: { name: x, code: "${config:code}" }')).toEqual([]);
    expect(warnings('books: { a: { text: "${config:title}", locked: "${env:OPEN}" } }')).toHaveLength(1);
  });

  test("suggests an encrypted value if it is missing", () => {
    const [missing] = warnings('owner: { name: x, code: "${config:missing}" }');
    expect(missing).toContain("set it with `pulumi config set --secret missing`");
    const [plain] = warnings('owner: { name: "${config:missing}" }');
    expect(plain).toContain("set it with `pulumi config set missing …`");
  });
});

test("shows the expression instead of the value of renamedFrom and expect", () => {
  const { diagnostics } = readConfig(
    new Source(
      "file.yaml",
      'shelves: { Top: { title: A }, b: { title: B, renamedFrom: "${env:TITLE}" }, c: { title: C, renamedFrom: "x${env:HEIGHT}" }, d: { title: D, renamedFrom: "x${env:HEIGHT}" } }',
    ),
    kinds,
    { values: VALUES },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "shelves.b: renamedFrom, the value of ${env:TITLE}, is still a key of shelves (file.yaml:1:12)",
    "shelves.d: renamedFrom, the value of ${env:HEIGHT}, is also used by shelves.c (file.yaml:1:105)",
  ]);
  const expectation = 'owner: { expect: { username: "${env:TITLE}", email: a@example.com } }';
  const { plan } = readConfig(new Source("file.yaml", expectation), kinds, { values: VALUES });
  expect(plan!.expectExpressions).toEqual({ username: "${env:TITLE}" });
});

test("collects the keys of the stack config", () => {
  const { configKeys } = readConfig(
    new Source("file.yaml", 'books: { a: { text: "${config:x}${config:other:y:-z}" } }'),
    kinds,
  );
  expect([...configKeys]).toEqual(["x", "other:y"]);
});

test("warns about nothing that comes from secret config", () => {
  const values: Values = {
    environment: () => undefined,
    config: (key) => ({ value: "GTM-ABC123", isSecret: key === "secret" }),
  };
  const warnings = (key: string) => {
    const text = `pixels: { a: { type: gapixel, name: A, tag: "\${config:${key}}" } }`;
    return readConfig(new Source("file.yaml", text), registry, { values }).diagnostics.map(
      ({ message }) => message,
    );
  };
  expect(warnings("plain")).toEqual([expect.stringContaining("GTM-")]);
  expect(warnings("secret")).toEqual([]);
});

test("does not treat a default as secret", () => {
  const [book] = entriesOf('books: { a: { text: "${config:unset:-x}" } }');
  expect(book!.secrets).toEqual([]);
});

describe("without values", () => {
  test.each([
    'shelves: { a: { title: "${env:X}", height: "${env:X}", open: "${env:X}", material: "${env:X}", size: "${env:X}", labels: ["${env:X}", "${env:X}"] } }',
    'shelves: { a: { title: A, size: { width: "${env:X}" } } }',
    'shelves: { a: { title: "${env:X}" }, b: { title: "${env:X}" } }',
    'shelves: { a: { title: A, height: "${env:X}", contents: [{ book: "${env:X}" }, { book: "${env:X}" }, "${env:X}"] } }',
    'shelves: { a: { title: A, options: { protect: "${env:X}", ignoreChanges: ["${env:X}"], aliases: ["${env:X}"] }, renamedFrom: "${env:X}" } }',
    'owner: { name: "${env:X}", code: "${config:x}", expect: { id: "${env:X}" } }',
    'defaults: { onExisting: "${env:X}" }',
  ])("accepts %s", (text) => {
    expect(messages(text)).toEqual([]);
  });

  test("reports errors that do not depend on them", () => {
    expect(
      messages(
        'shelves:\n  a: { title: "${env:X}", height: tall, colour: red }\n  b: { height: "${env:X}" }\n  c: { title: A, size: { width: "${env:X}", hight: 1 } }',
      ),
    ).toEqual([
      "2:35 shelves.a: height must be a number, not text",
      '2:41 shelves.a: unknown field "colour"',
      '3:3 shelves.b: missing field "title"',
      "4:24 shelves.c: size matches no allowed form",
    ]);
  });

  test("rejects an expression instead of a list or an entry", () => {
    expect(
      messages('shelves:\n  a: "${env:X}"\n  b: { title: B, contents: "${env:X}" }\nbooks: "${env:X}"'),
    ).toEqual([
      "2:3 shelves.a must be a mapping of fields, not text",
      "3:18 shelves.b.contents must be a list, not text",
      "4:1 books must be a mapping of keys to entries, not text",
    ]);
  });

  test("reports an invalid expression", () => {
    expect(messages('shelves: { a: { title: "${x}" } }')).toEqual(["1:25 invalid ${…} expression"]);
  });

  test("leaves config values unresolved if only the environment is known", () => {
    const source = new Source("file.yaml", 'shelves: { a: { title: "${config:x}", height: "${env:NO}" } }');
    const { diagnostics } = readConfig(source, kinds, { values: { environment: () => undefined } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "the environment variable NO is missing or empty",
    ]);
  });

  test("resolves an escaped ${", () => {
    expect(planOf('shelves: { a: { title: "$${" } }').entries[0]!.args).toEqual({ title: "${" });
  });
});
