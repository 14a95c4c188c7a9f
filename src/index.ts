// The public API: the classes of resources, reads of the account, and the loader of the config file.

export type { AccountExpectation } from "./api/settings";
export { type LoadStackOptions, loadStack } from "./config/build/load-stack";
export type { Addresses, LoadedStack } from "./config/build/make-resources";
export type { OnExisting } from "./kind/on-existing";
export type { ReadOptions, ReadOutputOptions } from "./pulumi/reads";
export type { KindOptions } from "./pulumi/resource-class";
export * from "./resources/generated/classes";
export * from "./resources/generated/lists";
export { type VcardFields, vcardText } from "./resources/qr-content/vcard";
export { type WifiFields, wifiText } from "./resources/qr-content/wifi";
export * from "./resources/reads";
