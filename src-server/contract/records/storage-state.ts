import { z } from 'zod'

/** Something that happened to the stored data or to the program. `at` is Unix seconds. */
const incident = z.object({ at: z.int(), what: z.string() })

/** The condition of the stored data, for the owner. */
export const storageState = z.object({
  /** A part of the main database can't be read. Lasts until a restore or a check that finds nothing. */
  damage: incident.nullable(),
  /** Another program holds the lock of the data since then, Unix seconds. */
  held_since: z.int().nullable(),
  /** A damaged telemetry database was set aside. Shown for a week. */
  telemetry_renewed: incident.nullable(),
  /** An unexpected error ended the program. Shown for a week. */
  fault: incident.nullable(),
  /** The newest backup that passed its check. */
  restorable: z.object({ name: z.string(), made_at: z.int() }).nullable(),
})
export type StorageState = z.output<typeof storageState>
