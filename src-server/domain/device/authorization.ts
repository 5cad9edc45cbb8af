import type { Application } from '../application/application.ts'
import { isDebugCode } from '../code/generate.ts'
import type { Device } from './device.ts'

export type Authorization = 'authorized' | 'policyOff' | 'unknown' | 'disabled' | 'expired'

/** Whether a trading account may run (protocol.md 8, mt5logon; mt5pulse asks the same). */
export function authorize(
  mt5: Pick<Application['mt5'], 'enabled'>,
  device: Pick<Device, 'disabled' | 'vip'> | undefined,
  now: number,
): Authorization {
  if (!mt5.enabled) return 'policyOff'
  if (device === undefined) return 'unknown'
  if (device.disabled) return 'disabled'
  return device.vip <= now ? 'expired' : 'authorized'
}

/** An account activated by an internal debug code is a debug account too. */
export function isDebugDevice(device: Pick<Device, 'debug' | 'license'>): boolean {
  return device.debug || isDebugCode(device.license)
}
