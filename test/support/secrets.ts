// Every secret that a test of a world uses: its end looks for them in messages and errors.
import { DEMO_KEY } from "../../src/emulator/index";

// With characters that JSON, YAML, URLs and shells escape.
export const PASSWORD = 'hunter22 "ün" & c\\o';
export const NEW_PASSWORD = "correct-horse/battery+staple";
export const WIFI = "guests-only '7' % \"vö\"";
export const NEW_WIFI = "guests-only-since-may";

const SECRETS = [PASSWORD, NEW_PASSWORD, WIFI, NEW_WIFI, DEMO_KEY, "other-key", "of-somebody-else"];

/** The data of a wifi code. */
export const wifiText = (password: string): string => `WIFI:T:WPA;S:Acme guests;P:${password};;`;

/** The secrets that a text has, as they are or in a usual encoding. */
export function secretsIn(text: string): string[] {
  return SECRETS.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

function formsOf(secret: string): string[] {
  const json = jsonString(secret);
  return [
    secret,
    json,
    jsonString(json),
    json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    encodeURIComponent(secret),
    new URLSearchParams({ v: secret }).toString().slice(2),
    ...(["hex", "base64", "base64url"] as const).map((encoding) =>
      Buffer.from(secret).toString(encoding).replace(/=+$/, ""),
    ),
  ];
}

const jsonString = (text: string) => JSON.stringify(text).slice(1, -1);
