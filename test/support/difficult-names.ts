// Names that a config file must quote, that give no key or the same key, or that it cannot have.

/** A config file can have them. */
export const DIFFICULT_NAMES: readonly string[] = [
  ...["Spring", "Spring", "spring ", "Spring!", "a-2", "a", "A"],
  ...["yes", "No", "null", "~", "true", "0123", "1e3", "0x10", "1_000", "2024-01-01", "12:30:45", ".inf"],
  ...[
    "-x",
    "- x",
    "a: b",
    ":",
    "a #b",
    "#c",
    "[a]",
    "{b}",
    "*a",
    "&a",
    "!t",
    "%d",
    "@x",
    "`y`",
    "|",
    ">",
    "?",
  ],
  ...[
    "q\"uo'te",
    "curly “x”",
    "“x”",
    "a,b",
    "back\\slash",
    "$${x}",
    "${env:HOME}",
    "${",
    "line\nbreak",
    "tab\tx",
  ],
  ...[
    "Grüße Ökostraße",
    "Весна",
    "Άνοιξη",
    "日本語",
    "ｆｕｌｌ",
    "🎉 party",
    "nbsp\u00a0x",
    "\u200bzero",
    "rtl\u202Ex",
  ],
  ...["\u2028line", "\ufeffbom", "👩‍👩‍👧", "constructor", "__proto__", "x".repeat(300), "x".repeat(301)],
];

/** A config file cannot have them. */
export const IMPOSSIBLE_NAMES: readonly string[] = ["", "  ", "bell\u0007", "lone\ud800"];
