import type { Device } from '../../../domain/device/device.ts'
import { columnsFor, type Row } from '../columns.ts'
import { devices } from '../schema/index.ts'

export const DEVICE_ROWS = columnsFor<Device>(devices)
/** A row of `devices` as SQLite returns it. */
export type DeviceRow = Row<Device>
