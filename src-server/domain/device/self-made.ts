import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Device } from './device.ts'

/** The licence of a record that the automatic trial made, and of one that free mode made. */
const SELF_MADE_LICENSES: ReadonlySet<string> = new Set(['TRIAL', 'FREE'])

/** Whether the server made this record by itself when an unknown trading account logged on. */
export function isSelfMade({ license }: Pick<Device, 'license'>): boolean {
  return SELF_MADE_LICENSES.has(license)
}

/**
 * Whether nobody has touched a self-made record: no person gave it anything, and it lasts no longer than the server itself
 * grants. Such a record is worth nothing to anybody.
 *
 * @param trialSeconds the length of the application's trials
 */
export function isUntouched(device: Device, trialSeconds: number): boolean {
  const { disabled, debug, pauseOpen, pauseAdd } = device
  return (
    isSelfMade(device) &&
    !(disabled || debug || pauseOpen || pauseAdd) &&
    device.agentId === null &&
    [device.label, device.note, device.buyUrl, device.messengerOpenId].every((text) => text === '') &&
    lastsAsMade(device, trialSeconds)
  )
}

/** Free mode's own end is "for ever", or none as long as it isn't counted. */
function lastsAsMade({ license, vip, createdAt }: Device, trialSeconds: number): boolean {
  if (vip <= createdAt + trialSeconds) return true
  return license === 'FREE' && vip === PERMANENT_VIP
}
