/** Characters that no language of the kits gives a meaning within a text, so that addresses and versions stay readable. */
export const HARMLESS = /^[A-Za-z0-9 .:/_-]$/
