// Names that a config file must quote, that give no key or the same key, or that it cannot have.

/** Of one line, two spaces apart. */
const PLAIN = `Spring  Spring  spring  Spring!  a-2  a  A  yes  No  null  ~  true  0123  1e3  0x10  1_000  2024-01-01
  12:30:45  .inf  -x  - x  a: b  :  a #b  #c  [a]  {b}  *a  &a  !t  %d  @x  \`y\`  |  >  ?  q"uo'te  “x”  a,b  back\\slash
  $\${x}  $\{env:HOME}  $\{  Grüße Ökostraße  Весна  日本語  ｆｕｌｌ  🎉 party  constructor  __proto__`;

/** A config file can have them. */
export const DIFFICULT_NAMES: readonly string[] = [
  ...PLAIN.split(/\s{2,}/),
  ...[
    "spring ",
    "line\nbreak",
    "tab\tx",
    "nbsp\u00a0x",
    "\u200bzero",
    "rtl\u202Ex",
    "\u2028line",
    "\ufeffbom",
  ],
  ...["x".repeat(300), "x".repeat(301)],
];

/** A config file cannot have them. */
export const IMPOSSIBLE_NAMES: readonly string[] = ["", "  ", "bell\u0007", "lone\ud800"];
