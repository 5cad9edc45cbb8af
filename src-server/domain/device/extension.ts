import { PERMANENT_VIP } from '../../contract/limits.ts'

/** An extension of an authorization: by seconds, or up to a time. */
export type Extension = { readonly seconds: number } | { readonly until: number }

/**
 * The extended end of an authorization. Seconds count from now or from its end, whichever is later. An
 * extension never shortens, and never exceeds the permanent end.
 * @returns the reason when the end stays
 */
export function extendedEnd(vip: number, extension: Extension, now: number): number | 'permanent' | 'longer' {
  if (vip >= PERMANENT_VIP) return 'permanent'
  const end = 'until' in extension ? extension.until : Math.max(now, vip) + extension.seconds
  if (end <= vip) return 'longer'
  return Math.min(end, PERMANENT_VIP)
}
