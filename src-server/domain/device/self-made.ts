import type { Device } from './device.ts'
import { FREE_LICENSE, isPermanent, TRIAL_LICENSE } from './record.ts'

/** Whether the server made this record by itself when an unknown trading account logged on. */
function isSelfMade({ license }: Pick<Device, 'license'>): boolean {
  return license === TRIAL_LICENSE || license === FREE_LICENSE
}

/**
 * Whether nobody has touched a self-made record: no person gave it anything, and it lasts no longer than the server itself
 * grants. Such a record is worth nothing to anybody.
 *
 * @param trialSeconds the length of the application's trials
 * @param now Unix seconds
 */
export function isUntouched(device: Device, trialSeconds: number, now: number): boolean {
  const { disabled, debug, pauseOpen, pauseAdd } = device
  return (
    isSelfMade(device) &&
    !(disabled || debug || pauseOpen || pauseAdd) &&
    device.agentId === null &&
    [device.label, device.note, device.buyUrl, device.messengerOpenId].every((text) => text === '') &&
    lastsAsMade(device, trialSeconds, now)
  )
}

/** A record of free mode is for ever, and ends with the mode. */
function lastsAsMade({ license, vip, createdAt }: Device, trialSeconds: number, now: number): boolean {
  if (vip <= createdAt + trialSeconds) return true
  return license === FREE_LICENSE && (isPermanent(vip) || vip <= now)
}
