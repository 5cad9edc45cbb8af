import type { z } from 'zod'
import { DEVICE } from '../subjects/device.ts'
import { importedSchema } from '../subjects/schemas.ts'

/** A row of device_import. Times are Unix seconds. null and absent mean the same. */
export const importedDevice = importedSchema(DEVICE)
export type ImportedDevice = z.output<typeof importedDevice>
