import type { Device } from './device.ts'
import { FREE_LICENSE, isPermanent, TRIAL_LICENSE } from './record.ts'

/** Whether the server created this record automatically, when an unknown trading account logged on. */
function isSelfMade({ license }: Pick<Device, 'license'>): boolean {
  return license === TRIAL_LICENSE || license === FREE_LICENSE
}

/**
 * Whether an automatic record is unchanged: no person gave it anything, and it lasts no longer than the
 * server itself grants. Nobody loses anything when such a record goes.
 * @param trialSeconds the length of the application's trials
 * @param now Unix seconds
 */
export function isUntouched(device: Device, trialSeconds: number, now: number): boolean {
  const { disabled, debug, pauseOpen, pauseAdd } = device
  return (
    isSelfMade(device) &&
    !(disabled || debug || pauseOpen || pauseAdd) &&
    device.agentId === null &&
    device.tags.length === 0 &&
    [device.label, device.note, device.buyUrl, device.messengerOpenId].every((text) => text === '') &&
    lastsAsMade(device, trialSeconds, now)
  )
}

/** A record of free mode is permanent until the mode ends. */
function lastsAsMade({ license, vip, createdAt }: Device, trialSeconds: number, now: number): boolean {
  if (vip <= createdAt + trialSeconds) return true
  return license === FREE_LICENSE && (isPermanent(vip) || vip <= now)
}
