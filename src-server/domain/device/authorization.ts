import type { Application } from '../application/application.ts'
import { isDebugCode } from '../code/generate.ts'
import type { Device } from './device.ts'

export type Authorization = 'authorized' | 'policyOff' | 'unknown' | 'disabled' | 'expired'

/** The settings of an application that decide an authorization. */
export interface AuthorizationPolicy extends Pick<Application, 'freeMode'> {
  readonly mt5: Pick<Application['mt5'], 'enabled'>
}

/**
 * Whether a trading account may run (the specification, mt5logon; mt5pulse makes the same check). In free
 * mode every record may run that the vendor has not disabled.
 */
export function authorize(
  { mt5, freeMode }: AuthorizationPolicy,
  device: Pick<Device, 'disabled' | 'vip'> | undefined,
  now: number,
): Authorization {
  if (!mt5.enabled) return 'policyOff'
  if (device === undefined) return 'unknown'
  if (device.disabled) return 'disabled'
  return device.vip <= now && !freeMode ? 'expired' : 'authorized'
}

/** An account activated by an internal debug code counts as a debug account too. */
export function isDebugDevice(device: Pick<Device, 'debug' | 'license'>): boolean {
  return device.debug || isDebugCode(device.license)
}
