import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Device } from './device.ts'

/** The trading account's present record, on which a login decides. */
export interface AccountRecord extends Pick<
  Device,
  'vip' | 'license' | 'agentId' | 'disabled' | 'disableReason'
> {
  /**
   * The licence text is the server's (none, TRIAL, FREE, or a code used for this account), not the vendor's.
   */
  readonly hasOwnLicense: boolean
}

/** The members of a record that a code writes. */
export type RecordFields = Pick<Device, 'vip' | 'license' | 'agentId'>

/** Licence texts of records that no code created. */
export const TRIAL_LICENSE = 'TRIAL'
export const FREE_LICENSE = 'FREE'
export const SERVER_LICENSES: readonly string[] = ['', TRIAL_LICENSE, FREE_LICENSE]

/** A trial up to this length doesn't count against the plan: strangers can begin trials. */
export const FREE_TRIAL_SECONDS = 31 * 86_400

/** Whether a record counts against the plan of the application's owner. */
export function countsInPlan({
  license,
  vip,
  createdAt,
}: Pick<Device, 'license' | 'vip' | 'createdAt'>): boolean {
  return license !== TRIAL_LICENSE || vip > createdAt + FREE_TRIAL_SECONDS
}

export function isPermanent(vip: number): boolean {
  return vip >= PERMANENT_VIP
}

/**
 * A record's end after time is added. An ended record begins again now.
 * @param seconds PERMANENT_VIP for ever
 */
export function laterEnd(vip: number, seconds: number, now: number): number {
  if (isPermanent(vip) || isPermanent(seconds)) return PERMANENT_VIP
  return Math.min(Math.max(now, vip) + seconds, PERMANENT_VIP)
}

/** A record's end after time is taken. It ends no earlier than now, and an ended record stays unchanged. */
export function earlierEnd(vip: number, seconds: number, now: number): number {
  if (isPermanent(vip) || vip <= now) return vip
  return Math.max(now, vip - seconds)
}
