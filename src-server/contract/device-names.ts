/** Words of trading accounts, without the schemas: screens list them. */

export const DEVICE_STATES = ['active', 'expired', 'disabled'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/**
 * When an authorization ends: `past`, or within so many days and not sooner than the span before. Each account is in at
 * most one; disabled ones are in none.
 */
export const EXPIRY_SPANS = ['past', '1', '7', '14', '30'] as const
export type ExpirySpan = (typeof EXPIRY_SPANS)[number]
