import { PERMANENT_VIP } from '../../contract/limits.ts'
import { isPermanent, laterEnd } from './record.ts'

/** An extension of an authorization: by seconds, or up to a time. */
export type Extension = { readonly seconds: number } | { readonly until: number }

/**
 * The end of an authorization after an extension. Seconds count from now or from the end, whichever is later.
 * An extension never shortens, and its end is at most PERMANENT_VIP.
 * @returns the new end, or the reason why the authorization stays unchanged
 */
export function extendedEnd(vip: number, extension: Extension, now: number): number | 'permanent' | 'longer' {
  if (isPermanent(vip)) return 'permanent'
  const end =
    'until' in extension ? Math.min(extension.until, PERMANENT_VIP) : laterEnd(vip, extension.seconds, now)
  return end > vip ? end : 'longer'
}
