import type { Device } from '../../../domain/device/device.ts'
import { columnsFor, type Row } from '../columns.ts'
import { devices } from '../schema/index.ts'

export const DEVICE_ROWS = columnsFor<Device>(devices)
/** A row of `devices` as PostgreSQL returns it. */
export type DeviceRow = Row<Device>

/** In the order of ids: PostgreSQL returns the rows of a change in any order. */
export function byId<D extends Pick<Device, 'id'>>(changed: D[]): D[] {
  return changed.sort((a, b) => a.id - b.id)
}

export function devicesOf(rows: readonly DeviceRow[]): Device[] {
  return byId(rows.map(DEVICE_ROWS.read))
}
