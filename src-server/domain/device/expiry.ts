import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { ExpirySpan } from '../../contract/records/device.ts'
import type { Device } from './device.ts'

const DAY = 86_400

/** The bounds of each span: authorizations that end after `from` and up to `to`, seconds from now. */
export const EXPIRY_BOUNDS: Readonly<Record<ExpirySpan, { readonly from: number; readonly to: number }>> = {
  past: { from: -Infinity, to: 0 },
  '1': { from: 0, to: DAY },
  '7': { from: DAY, to: 7 * DAY },
  '14': { from: 7 * DAY, to: 14 * DAY },
  '30': { from: 14 * DAY, to: 30 * DAY },
}

/** @returns undefined for an account that is disabled, ends later, or never ends */
export function expirySpan(device: Pick<Device, 'vip' | 'disabled'>, now: number): ExpirySpan | undefined {
  if (device.disabled || device.vip >= PERMANENT_VIP) return undefined
  const left = device.vip - now
  if (left <= 0) return 'past'
  if (left <= DAY) return '1'
  if (left <= 7 * DAY) return '7'
  if (left <= 14 * DAY) return '14'
  return left <= 30 * DAY ? '30' : undefined
}

/**
 * Whether the authorization is valid now and ends by `until`. A disabled account has no valid authorization.
 * @param until Unix seconds
 */
export function endsBy(
  { vip, disabled }: Pick<Device, 'vip' | 'disabled'>,
  now: number,
  until: number,
): boolean {
  return !disabled && vip > now && vip <= until
}
