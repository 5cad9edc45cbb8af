import { z } from 'zod'
import { deviceRecord } from './device.ts'

/** An MT5 server of the trading accounts that the caller sees. */
export const serverRecord = z.object({
  server: z.string(),
  accounts: z.int(),
  /** When one of them reported last, Unix seconds; null for never. */
  last_pulse: z.int().nullable(),
})
export type ServerRecord = z.output<typeof serverRecord>

/** A server under whose name unknown trading accounts asked for a licence and were refused, since the server started. */
export const unknownServerRecord = z.object({
  server: z.string(),
  accounts: z.int(),
  /** When one of them asked last, Unix seconds. */
  at: z.int(),
})
export type UnknownServerRecord = z.output<typeof unknownServerRecord>

/**
 * Why something stays under its key: its other key is `taken`, it was `moved` on meanwhile, it is `gone`, or it is a trial
 * record that the act `replaced` and that nothing brings back.
 */
export const STAY_REASONS = ['taken', 'moved', 'gone', 'replaced'] as const
export type StayReason = (typeof STAY_REASONS)[number]

/** A trading account, or a code whose trading account has no record, that an act leaves where it is. */
export const stayingRecord = z.object({
  kind: z.enum(['device', 'code']),
  id: z.int(),
  app: z.int(),
  account_key: z.string(),
  reason: z.enum(STAY_REASONS),
  /** The trading account that has the other key; null where a code has it, or nothing does. */
  holder: z
    .object({
      id: z.int(),
      account_key: z.string(),
      license: z.string(),
      vip: z.int(),
      last_pulse: z.int().nullable(),
      /** It is a trial record that nobody touched: the act may replace it. */
      replaceable: z.boolean(),
    })
    .nullable(),
})
export type StayingRecord = z.output<typeof stayingRecord>

const movingRecord = deviceRecord.pick({ id: true, app: true, account_key: true, label: true })
const replacedRecord = deviceRecord.pick({ id: true, app: true, account_key: true, license: true }).extend({
  last_pulse: z.int().nullable(),
})

/** What an act moves, or would move. The lists hold the first rows of what the numbers count. */
export const serverMove = z.object({
  accounts: z.int(),
  codes: z.int(),
  /** Trading accounts that move, under their keys before the act. */
  rows: z.array(movingRecord),
  /** Trial records under the other keys that nobody touched, and that make room. */
  replaced: z.int(),
  replacing: z.array(replacedRecord),
  stay: z.int(),
  staying: z.array(stayingRecord),
  /** Of the trading accounts that move, those that asked for a licence under their new key lately and were refused. */
  refused: z.int(),
})
export type ServerMove = z.output<typeof serverMove>

/** A rename that was done. */
export const serverRenameRecord = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  /** The developer whose trading accounts moved; null for those of all developers. */
  owner: z.int().nullable(),
  by: z.string(),
  at: z.int(),
  accounts: z.int(),
  /** Codes that moved without a trading account's record; the others go with their trading accounts. */
  codes: z.int(),
  undone_by: z.string(),
  undone_at: z.int().nullable(),
})
export type ServerRenameRecord = z.output<typeof serverRenameRecord>
