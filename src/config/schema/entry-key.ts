// What the key of an entry may look like: it becomes the name of a resource and a part of its URN.

export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
export const LONGEST_KEY = 100;
export const ENTRY_KEY_HELP =
  'letters, digits, "_", "." and "-" are possible, and a letter or digit comes first';
