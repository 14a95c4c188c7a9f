/** Whether QR content has a wifi password: by its type, or as the text `WIFI:…` under any other type. */
export function hasWifiPassword(type: unknown, data: unknown): boolean {
  return type === "wifi" || /WIFI:/i.test(JSON.stringify(data) ?? "");
}
