/**
 * Characters without a special meaning in any language of the kits, so that addresses and versions stay
 * readable.
 */
export const HARMLESS = /^[A-Za-z0-9 .:/_-]$/
