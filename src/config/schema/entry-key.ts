// The allowed keys of entries. A key becomes the name of a resource and a part of its URN.

export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
export const MAX_KEY_LENGTH = 100;
export const ENTRY_KEY_RULE = 'letters, digits, "_", "." and "-", starting with a letter or digit';
