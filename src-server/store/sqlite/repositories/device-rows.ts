import type { Device } from '../../../domain/device/device.ts'

type Flags = 'disabled' | 'debug' | 'pauseOpen' | 'pauseAdd'

/** A row of `devices` as SQLite returns it. */
export type DeviceRow = Omit<Device, Flags> & Readonly<Record<Flags, 0 | 1>>

export const DEVICE_COLUMNS = `id, app_id AS appId, account_key AS accountKey, label, license, buy_url AS buyUrl,
  agent_id AS agentId, vip, disabled, disable_reason AS disableReason, debug, pause_open AS pauseOpen,
  pause_add AS pauseAdd, note, messenger_open_id AS messengerOpenId, created_at AS createdAt`

export function deviceOfRow(row: DeviceRow): Device {
  return {
    ...row,
    disabled: row.disabled === 1,
    debug: row.debug === 1,
    pauseOpen: row.pauseOpen === 1,
    pauseAdd: row.pauseAdd === 1,
  }
}
