import fc from "fast-check";

/** Text of any code units, including half surrogate pairs. */
export const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
});
