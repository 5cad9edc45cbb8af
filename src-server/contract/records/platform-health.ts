import { z } from 'zod'
import { backupRecord } from './backup.ts'

/** The server's condition, for its owner. */
export const platformHealth = z.object({
  version: z.string(),
  started_at: z.int(),
  now: z.int(),
  /** Minutes that the server's clock is ahead of UTC. */
  utc_offset: z.int(),
  data_folder: z.string(),
  /** Bytes. */
  main_size: z.int(),
  telemetry_size: z.int(),
  disk_free: z.int(),
  disk_total: z.int(),
  /** The event loop's worst delay in the last five seconds, milliseconds. */
  lag: z.number(),
  connections: z.int(),
  calls: z.number(),
  public_url: z.string(),
  console_url: z.string(),
  last_backup: backupRecord.nullable(),
  /** The backup from which this data was last restored. */
  restored: z.object({ name: z.string(), at: z.int() }).nullable(),
  /** The last moment that the data saw, where the machine's clock is far from it. null while the clock is trusted. */
  clock_doubt: z.object({ seen: z.int() }).nullable(),
  /** SQLite's verdict on both databases. null when the check wasn't requested. */
  databases: z.array(z.object({ name: z.string(), verdict: z.string() })).nullable(),
})
export type PlatformHealth = z.output<typeof platformHealth>
