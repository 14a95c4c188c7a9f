/** Values that look like ids. Some tools read them as numbers, which are the ids of other objects. */
export const NOT_IDS = ["0123", "0x10", "1e3", "4711.4", "+4711", "-1", " 4711", "", 4711.4, 0, -1, 2 ** 53];
