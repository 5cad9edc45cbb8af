import type { LiveDevice } from '../../telemetry/live-device.ts'

/** The accounts as group 0 of a question about days. All others are in none. */
export function oneGroup(accounts: readonly LiveDevice[]): Int32Array {
  let most = 0
  for (const { device } of accounts) most = Math.max(most, device.id)
  const groups = new Int32Array(most + 1).fill(-1)
  for (const { device } of accounts) groups[device.id] = 0
  return groups
}
