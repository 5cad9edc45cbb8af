import { z } from 'zod'
import { deviceRecord } from './device.ts'

/** An MT5 server of trading accounts in the caller's scope. */
export const serverRecord = z.object({
  server: z.string(),
  accounts: z.int(),
  /** The last pulse of one of them, Unix seconds. null for never. */
  last_pulse: z.int().nullable(),
})
export type ServerRecord = z.output<typeof serverRecord>

/**
 * A server under whose name unknown trading accounts asked for a licence and were refused, since this
 * server's start.
 */
export const unknownServerRecord = z.object({
  server: z.string(),
  accounts: z.int(),
  /** The last time one of them asked, Unix seconds. */
  at: z.int(),
})
export type UnknownServerRecord = z.output<typeof unknownServerRecord>

/**
 * Why an item keeps its key: the other key is `taken`, it `moved` on in the meantime, it is `gone`, or it is
 * a trial record that the rename `replaced` and that nothing restores.
 */
export const STAY_REASONS = ['taken', 'moved', 'gone', 'replaced'] as const
export type StayReason = (typeof STAY_REASONS)[number]

/** A trading account, or a code without a trading account's record, that a rename leaves in place. */
export const stayingRecord = z.object({
  kind: z.enum(['device', 'code']),
  id: z.int(),
  app: z.int(),
  account_key: z.string(),
  reason: z.enum(STAY_REASONS),
  /** The trading account with the other key. null when a code has it, or nothing does. */
  holder: z
    .object({
      id: z.int(),
      account_key: z.string(),
      license: z.string(),
      vip: z.int(),
      last_pulse: z.int().nullable(),
      /** The record is an unchanged trial, so the rename may replace it. */
      replaceable: z.boolean(),
    })
    .nullable(),
})
export type StayingRecord = z.output<typeof stayingRecord>

const movingRecord = deviceRecord.pick({ id: true, app: true, account_key: true, label: true })
const replacedRecord = deviceRecord.pick({ id: true, app: true, account_key: true, license: true }).extend({
  last_pulse: z.int().nullable(),
})

/** The items that a rename moves or would move. The lists hold the first of the counted rows. */
export const serverMove = z.object({
  accounts: z.int(),
  codes: z.int(),
  /** Trading accounts that move, under their earlier keys. */
  rows: z.array(movingRecord),
  /** Unchanged trial records under the other keys, which the move replaces. */
  replaced: z.int(),
  replacing: z.array(replacedRecord),
  stay: z.int(),
  staying: z.array(stayingRecord),
  /**
   * Of the moving trading accounts, those that recently asked for a licence under their new key and were
   * refused.
   */
  refused: z.int(),
})
export type ServerMove = z.output<typeof serverMove>

/** A completed rename. */
export const serverRenameRecord = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  /** The developer whose trading accounts moved. null for those of all developers. */
  owner: z.int().nullable(),
  by: z.string(),
  at: z.int(),
  accounts: z.int(),
  /**
   * Codes that moved without a trading account's record. All other codes move with their trading accounts.
   */
  codes: z.int(),
  undone_by: z.string(),
  undone_at: z.int().nullable(),
})
export type ServerRenameRecord = z.output<typeof serverRenameRecord>
