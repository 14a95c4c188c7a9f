// Every secret that a test uses: API keys, passwords, wifi codes. Everything that tests leave behind is scanned for
// these values. secrets.test.ts checks that none is missing here.
import { DEMO_KEY } from "../../src/emulator/index";

// For the tests in test/e2e/secrets: with characters that JSON, YAML, URLs and shells escape.
export const KEY = "key-4d1f0f7ce6b94f1c";
export const PASSWORD = 'hunter22 "ün" & c\\o';
export const NEW_PASSWORD = "correct-horse/battery+staple";
export const WIFI = "guests-only '7' % \"vö\"";
export const NEW_WIFI = "guests-only-since-may";

export const SECRETS: Readonly<Record<string, string>> = {
  "the API key": KEY,
  "the password": PASSWORD,
  "the new password": NEW_PASSWORD,
  "the wifi password": WIFI,
  "the new wifi password": NEW_WIFI,
  "the demo key": DEMO_KEY,
  "the renewed key": "renewed-key",
  "the key of another account": "other-key",
  "the key of an unrelated account": "of-somebody-else",
  "the passphrase of a pipeline": "four-words-of-a-pipeline",
  "another passphrase": "words-of-another-pipeline",
  "the password of the account with every kind": "correct horse battery staple",
  "the unchanged password": "correct horse",
  "the changed password": "battery staple",
  "the first password": "first-secret",
  "the second password": "second-secret",
  "the wifi password of the example": "guests-only-7",
};

/** The data of a wifi code. */
export const wifiText = (password: string): string => `WIFI:T:WPA;S:Acme guests;P:${password};;`;
