import type { PlatformHealth } from '../../../src-server/contract/records/platform-health.ts'

export type Worry =
  | 'damaged'
  | 'held'
  | 'telemetry'
  | 'failed'
  | 'dropped'
  | 'disk'
  | 'backup'
  | 'no_backup'
  | 'lag'
  | 'locked'
  | 'recovery_key'
  | 'clock'

/** A disk with less than the data once more, or less than a tenth of it, has no room for a backup. */
const LEAST_FREE = 0.1
/** Two days in a row without a backup, seconds. */
const OLDEST_BACKUP = 2 * 86_400
/** What is felt, milliseconds. */
const FELT_LAG = 200

/** What an owner should look after. */
export function worriesOf(health: PlatformHealth): Worry[] {
  const { damage, held_since: heldSince, telemetry_renewed: renewed, fault } = health.storage
  const worries: Worry[] = []
  if (damage !== null) worries.push('damaged')
  if (heldSince !== null) worries.push('held')
  if (fault !== null) worries.push('failed')
  if (Object.values(health.dropped).some((count) => count > 0)) worries.push('dropped')
  if (renewed !== null) worries.push('telemetry')
  const size = health.main_size + health.telemetry_size
  if (health.disk_free < size * 2 || health.disk_free < health.disk_total * LEAST_FREE) worries.push('disk')
  if (health.last_backup === null) worries.push('no_backup')
  else if (health.now - health.last_backup.made_at > OLDEST_BACKUP) worries.push('backup')
  if (health.lag > FELT_LAG) worries.push('lag')
  if (health.secrets.state === 'locked') worries.push('locked')
  else if (health.secrets.recovery_confirmed_at === null) worries.push('recovery_key')
  if (health.clock_doubt !== null) worries.push('clock')
  return worries
}
