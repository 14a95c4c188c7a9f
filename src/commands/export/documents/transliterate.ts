// Names in any script as keys of the config file, which are ASCII.

/** Letters without a decomposition into an ASCII letter and marks. In lower case. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ŋ: "ng" },
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l", м: "m" },
  ...{ н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh" },
  ...{ щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", є: "ye", і: "i", ґ: "g", ђ: "dj", ј: "j" },
  ...{ љ: "lj", њ: "nj", ћ: "c", џ: "dz" },
  ...{ α: "a", β: "v", γ: "g", δ: "d", ε: "e", ζ: "z", η: "i", θ: "th", ι: "i", κ: "k", λ: "l", μ: "m" },
  ...{ ν: "n", ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f", χ: "ch", ψ: "ps" },
  ω: "o",
};

/** Looking at more of a name would only cost time. */
const MAX_NAME_LENGTH = 500;
/** Of a key without its suffix. */
const MAX_KEY_LENGTH = 60;

/** Lower-case ASCII letters, digits, "-" and inner dots. "" if nothing of the name can be written so. */
export function toKey(name: string): string {
  const ascii = [...name.slice(0, MAX_NAME_LENGTH).toLowerCase().normalize("NFKD")]
    .filter((character) => !/\p{M}/u.test(character))
    .map((character) => LETTERS[character] ?? character)
    .join("")
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/[-.]*\.[-.]*/g, ".");
  return trimmed(trimmed(ascii).slice(0, MAX_KEY_LENGTH));
}

function trimmed(key: string): string {
  return key.replace(/^[-.]/, "").replace(/[-.]$/, "");
}
