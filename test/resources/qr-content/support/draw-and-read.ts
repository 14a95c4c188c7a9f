// Draws a QR code with one library and reads it back with another, as a scanner would.
import * as fs from "node:fs";
import { generate } from "lean-qr";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** Scanners want a white border of four modules. */
const BORDER = 4;
const PIXELS_PER_MODULE = 3;

prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(fs.readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")))
      .buffer,
  },
});

/** What a scanner reads from the code of a text. */
export async function drawAndRead(text: string): Promise<string> {
  const codes = await readBarcodes(draw(text), { formats: ["QRCode"] });
  const [code] = codes;
  if (codes.length !== 1 || !code) throw new Error(`read ${codes.length} codes instead of 1`);
  return code.text;
}

function draw(text: string) {
  const code = generate(text);
  const width = (code.size + 2 * BORDER) * PIXELS_PER_MODULE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const module = (position: number) => Math.floor(position / PIXELS_PER_MODULE) - BORDER;
      if (code.get(module(x), module(y))) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height: width, colorSpace: "srgb" as const };
}
