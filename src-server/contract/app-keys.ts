/** The keys that clients hold. */
export const APP_KEYS = ['appkey', 'rc4_key'] as const
export type AppKey = (typeof APP_KEYS)[number]
/** The longest time a replaced key stays good, seconds. */
export const MAX_KEY_OVERLAP = 30 * 86_400
