import { PERMANENT_VIP } from '../../contract/limits.ts'

/** By how much an authorization is lengthened: seconds, or up to a time. */
export type Extension = { readonly seconds: number } | { readonly until: number }

/**
 * An authorization's end when it is lengthened: seconds count from now or from its end, whichever is later. Nothing is
 * shortened, and nothing goes beyond for ever.
 * @returns why not, where it stays as it is
 */
export function extendedEnd(vip: number, extension: Extension, now: number): number | 'permanent' | 'longer' {
  if (vip >= PERMANENT_VIP) return 'permanent'
  const end = 'until' in extension ? extension.until : Math.max(now, vip) + extension.seconds
  if (end <= vip) return 'longer'
  return Math.min(end, PERMANENT_VIP)
}
