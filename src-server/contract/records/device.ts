import { z } from 'zod'
import { DEVICE } from '../subjects/device.ts'
import { recordSchema } from '../subjects/schemas.ts'

export type { DeviceState, ExpirySpan } from '../device-names.ts'

/** The latest pulse of an account. A number the terminal didn't send, or that is none, is null. */
export const telemetryRecord = z.object({
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  /** Drawdown, percent: the larger of what the program says, whatever its sign, and what balance and equity give. */
  dd: z.number().nullable(),
  /** The program says none, or a smaller one: this one is by balance and equity. */
  dd_computed: z.boolean(),
  positions: z.number().nullable(),
  buy_pos: z.number().nullable(),
  sell_pos: z.number().nullable(),
  float_pnl: z.number().nullable(),
  /** Percent. */
  margin_level: z.number().nullable(),
  symbol: z.string(),
  /** When the pulse came, Unix seconds. */
  at: z.int(),
  /** Seconds between this account's pulses, smoothed; 0 until two have come. */
  interval: z.number(),
})
export type TelemetryRecord = z.output<typeof telemetryRecord>

export const CLOSE_STATES = ['none', 'asked', 'delivered', 'confirmed', 'overdue', 'unreported'] as const
export type CloseState = (typeof CLOSE_STATES)[number]

/**
 * Where the account's latest close_all command stands; `unreported`: a terminal took it, and its program sends no counts of positions.
 * Times are Unix seconds.
 */
export const closeAllRecord = z.object({
  state: z.enum(CLOSE_STATES),
  asked_at: z.int().nullable(),
  delivered_at: z.int().nullable(),
  confirmed_at: z.int().nullable(),
  /** How often the server repeated it by itself. After MAX_CLOSE_REPEATS a person decides. */
  repeats: z.int(),
})
export type CloseAllRecord = z.output<typeof closeAllRecord>

/** Where one of an account's terminals pulses from, and when it did last, Unix seconds. */
export const terminalRecord = z.object({ address: z.string(), at: z.int() })
export type TerminalRecord = z.output<typeof terminalRecord>

/** A trading account's authorization. */
export const deviceRecord = recordSchema(DEVICE, {
  telemetry: telemetryRecord.nullable(),
  close_all: closeAllRecord,
  terminals: z.array(terminalRecord),
})
export type DeviceRecord = z.output<typeof deviceRecord>

/** Trading accounts of one application with the same number, on other servers: the customer may mean one of them. Left out
 * where there is none. */
export const sameNumber = z.array(z.object({ id: z.int(), account_key: z.string() }))
export type SameNumber = z.output<typeof sameNumber>

/** One close_all command from asking to the end. */
export const commandRecord = z.object({
  id: z.int(),
  device: z.int(),
  state: z.enum(['asked', 'delivered', 'confirmed', 'overdue', 'unreported', 'withdrawn']),
  reason: z.string(),
  /** Who asked: a console user's name, or `rearm` for the automatic repetition. */
  asked_by: z.string(),
  asked_at: z.int(),
  delivered_at: z.int().nullable(),
  /** The address whose pulse took the command. */
  delivered_ip: z.string(),
  /** Open positions the delivering pulse reported. */
  delivered_positions: z.number().nullable(),
  confirmed_at: z.int().nullable(),
  overdue_at: z.int().nullable(),
  /** Open positions when it went overdue. */
  overdue_positions: z.number().nullable(),
  withdrawn_at: z.int().nullable(),
  /** When the time for closing was over and the program had said nothing of its positions. */
  unreported_at: z.int().nullable(),
  /** How many repeats by the server came before it in its chain; 0 for one that a person asked for. */
  repeats: z.int(),
  /** Addresses that took an earlier command which wasn't carried out, separated by blanks: another terminal gets this one first. */
  received_by: z.string(),
})
export type CommandRecord = z.output<typeof commandRecord>

/** One step of an account's history; equity_min and equity_max bound what happened inside the step. */
export const historyPoint = z.object({
  at: z.int(),
  equity_min: z.number().nullable(),
  equity_max: z.number().nullable(),
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  dd_max: z.number().nullable(),
  positions: z.number().nullable(),
})
export type HistoryPoint = z.output<typeof historyPoint>
