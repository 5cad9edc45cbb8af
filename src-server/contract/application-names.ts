/** The keys that clients hold. */
export const APP_KEYS = ['appkey', 'rc4_key'] as const
export type AppKey = (typeof APP_KEYS)[number]
/** The longest time for which a replaced key stays valid, seconds. */
export const MAX_KEY_OVERLAP = 30 * 86_400
