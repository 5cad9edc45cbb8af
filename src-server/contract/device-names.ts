/** Names of trading accounts, without the schemas, for lists on screens. */

export const DEVICE_STATES = ['active', 'expired', 'disabled'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/**
 * When an authorization ends: `past`, or within this many days and later than the previous span. An account
 * is in at most one span, and a disabled one in none.
 */
export const EXPIRY_SPANS = ['past', '1', '7', '14', '30'] as const
export type ExpirySpan = (typeof EXPIRY_SPANS)[number]

/**
 * How the codes of deleted trading accounts change: they are disabled, or become unused again with all their
 * time.
 */
export const CODE_CHOICES = ['spent', 'free'] as const
export type CodeChoice = (typeof CODE_CHOICES)[number]
