import { z } from 'zod'
import { backupRecord } from './backup.ts'

/** How the server is, for its owner. */
export const platformHealth = z.object({
  version: z.string(),
  started_at: z.int(),
  now: z.int(),
  /** Minutes the server's clock is ahead of UTC. */
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
  /** The backup this data was restored from last. */
  restored: z.object({ name: z.string(), at: z.int() }).nullable(),
  /** What SQLite says of both databases; null where nobody asked. */
  databases: z.array(z.object({ name: z.string(), verdict: z.string() })).nullable(),
})
export type PlatformHealth = z.output<typeof platformHealth>
