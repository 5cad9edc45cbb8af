import { z } from 'zod'
import { LEFT_OUT } from '../group-names.ts'
import { MAX_BULK_IDS, MAX_SERVER_NAME_LENGTH, MAX_TAG_LENGTH } from '../limits.ts'
import { referenceTo } from '../reference.ts'

/**
 * A group of trading accounts: those that the caller sees and that meet every named member. Without a member
 * it is all that the caller sees.
 */
export const accountGroup = z
  .strictObject({
    ids: z.array(referenceTo('device')).min(1).max(MAX_BULK_IDS),
    app: referenceTo('application'),
    /** The agent's own customers, without those of agents below. */
    agent: referenceTo('agent'),
    server: z
      .string()
      .min(1)
      .max(2 * MAX_SERVER_NAME_LENGTH),
    /** The symbol of the latest pulse. */
    symbol: z.string().min(1).max(64),
    /** A tag that the accounts have, in any case of letters. */
    tag: z.string().min(1).max(MAX_TAG_LENGTH),
  })
  .partial()
export type AccountGroup = z.output<typeof accountGroup>

/** The accounts of an act on one MT5 server in one application. */
const groupPlace = z.object({
  app: z.int(),
  app_name: z.string(),
  server: z.string(),
  accounts: z.int(),
  /** Known open positions. */
  positions: z.int(),
})
export type GroupPlace = z.output<typeof groupPlace>

/** The accounts that an act changes or would change. */
export const groupEffect = z.object({
  /** The accounts whose opening is paused, or that are asked to close all. */
  accounts: z.int(),
  /** Their known open positions. */
  positions: z.int(),
  /** The accounts among them whose program reports no positions. */
  unreported: z.int(),
  /** Their floating profit, without regard to currencies. null while no program reports one. */
  floating: z.number().nullable(),
  /** The accounts among them that send no pulses at present: the switch waits for them. */
  silent: z.int(),
  /** The accounts whose opening `group_close` with `pause` pauses as well. */
  pausing: z.int(),
  left_out: z.partialRecord(z.enum(LEFT_OUT), z.int()),
  /** The largest first, at most 200. */
  places: z.array(groupPlace),
  /** The symbols of their latest pulses, the most frequent first, at most 100. */
  symbols: z.array(z.string()),
  /** Their tags, the most frequent first, at most 100. */
  tags: z.array(z.string()),
})
export type GroupEffect = z.output<typeof groupEffect>

/** An act on a group. Times are Unix seconds. */
export const groupActRecord = z.object({
  id: z.int(),
  act: z.enum(['pause', 'close']),
  group: z.object({
    /** The accounts were named one by one. */
    chosen: z.boolean(),
    /** Empty where the group has no such limit. The same for the next ones. */
    app: z.string(),
    agent: z.string(),
    server: z.string(),
    symbol: z.string(),
    tag: z.string(),
  }),
  reason: z.string(),
  by: z.string(),
  at: z.int(),
  accounts: z.int(),
  positions: z.int(),
  /** The accounts whose opening this act paused. */
  paused: z.int(),
  /** The accounts among them whose switch nobody moved since: `group_resume` restores them. */
  left: z.int(),
  /** Empty until somebody resumed. */
  resumed_by: z.string(),
  resumed_at: z.int().nullable(),
})
export type GroupActRecord = z.output<typeof groupActRecord>
