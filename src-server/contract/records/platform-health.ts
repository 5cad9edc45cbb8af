import { z } from 'zod'
import { DROPPED_KINDS, MACHINE_KEY_PLACES, SECRET_STATES } from '../platform-names.ts'
import { publicAddressRecord } from './settings.ts'
import { backupRecord } from './backup.ts'
import { storageState } from './storage-state.ts'

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
  /** The history of figures, bytes. null while its thread doesn't answer. */
  history: z
    .object({
      used: z.int(),
      /** The growth of the last week, bytes a day. null: not known yet. */
      per_day: z.int().nullable(),
      /** The most that it may take. null: no limit. */
      limit: z.int().nullable(),
      /** The days until the limit. null: it does not grow, or has no limit. */
      days_left: z.int().nullable(),
    })
    .nullable(),
  disk_free: z.int(),
  disk_total: z.int(),
  /** The event loop's worst delay in the last five seconds, milliseconds. */
  lag: z.number(),
  connections: z.int(),
  calls: z.number(),
  public_url: z.string(),
  console_url: z.string(),
  public_address: publicAddressRecord,
  last_backup: backupRecord.nullable(),
  /** The backup from which this data was last restored. */
  restored: z.object({ name: z.string(), at: z.int() }).nullable(),
  /** The last moment that the data saw, where the machine's clock is far from it. null while the clock is trusted. */
  clock_doubt: z.object({ seen: z.int() }).nullable(),
  storage: storageState,
  /** The work lost since the start, because the disk was too far behind. */
  dropped: z.record(z.enum(DROPPED_KINDS), z.int()),
  /** How stored keys and passwords are protected. */
  secrets: z.object({
    /** `locked`: sealed by the key of another machine, until somebody enters the recovery key. */
    state: z.enum(SECRET_STATES),
    machine_key: z.enum(MACHINE_KEY_PLACES),
    /** Since when the data is sealed, Unix seconds. */
    sealed_at: z.int(),
    /** When a person confirmed to have stored the recovery key. null before. */
    recovery_confirmed_at: z.int().nullable(),
    /** Applications whose keys can't be opened. Their calls are refused. */
    unreadable: z.array(z.int()),
    /** Other users of the machine may open the data folder. */
    open_folder: z.boolean(),
    /** Copies in the backup folders from before the data was sealed. They hold keys in plain text. */
    plain_copies: z.array(z.string()),
  }),
  /** SQLite's verdict on both databases. null when the check wasn't requested. */
  databases: z.array(z.object({ name: z.string(), verdict: z.string() })).nullable(),
})
export type PlatformHealth = z.output<typeof platformHealth>
