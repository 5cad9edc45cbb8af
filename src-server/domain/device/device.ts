import type { DeviceState } from '../../contract/device-names.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { blankFields } from '../../contract/subjects/inside.ts'
import type { Stored } from '../../contract/subjects/subject.ts'

/** A trading account's authorization as stored. Times are Unix seconds. */
export interface Device extends Stored<typeof DEVICE> {
  /** Each change increases it. */
  readonly revision: number
}

const BLANK = blankFields(DEVICE)

/** The members of an account that may change. */
export type DeviceChange = Partial<Omit<Device, 'id' | 'appId' | 'accountKey' | 'createdAt' | 'revision'>>

/** A new account with default values. */
export function newDevice(
  appId: number,
  accountKey: string,
  createdAt: number,
): Omit<Device, 'id' | 'vip' | 'license' | 'agentId'> {
  return { ...BLANK, appId, accountKey, createdAt, revision: 0 }
}

export function deviceState(device: Pick<Device, 'disabled' | 'vip'>, now: number): DeviceState {
  if (device.disabled) return 'disabled'
  return device.vip <= now ? 'expired' : 'active'
}
