/** The keys that clients hold. */
export const APP_KEYS = ['appkey', 'rc4_key'] as const
export type AppKey = (typeof APP_KEYS)[number]
/** The longest time for which a replaced key stays valid, seconds. */
export const MAX_KEY_OVERLAP = 30 * 86_400

/**
 * An address of this server as programs hold it. It contains no character that could end a string in a
 * program's source.
 */
export const SERVER_ADDRESS = /^https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]{0,128})?$/
