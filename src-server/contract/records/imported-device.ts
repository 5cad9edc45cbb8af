import type { z } from 'zod'
import { DEVICE } from '../subjects/device.ts'
import { importedSchema } from '../subjects/schemas.ts'

/** A trading account in a file (device_import). Times are Unix seconds; null and absent are the same. */
export const importedDevice = importedSchema(DEVICE)
export type ImportedDevice = z.output<typeof importedDevice>
