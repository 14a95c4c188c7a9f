/** Whether QR content has a wifi password: by its type, or as the text `WIFI:…` or a field under any other type. */
export function hasWifiPassword(type: unknown, data: unknown): boolean {
  return type === "wifi" || /WIFI:|"(ssid|pass(word|phrase)?)":/i.test(JSON.stringify(data) ?? "");
}
