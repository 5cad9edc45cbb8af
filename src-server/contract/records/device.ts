import { z } from 'zod'
import { DEVICE } from '../subjects/device.ts'
import { recordSchema, importedSchema } from '../subjects/schemas.ts'

export type { DeviceState, ExpirySpan } from '../device-names.ts'

/** The latest pulse of an account. null for a number that the pulse lacks or that isn't a number. */
export const telemetryRecord = z.object({
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  /**
   * Drawdown, percent: the larger of the program's value, without its sign, and the one from balance and
   * equity.
   */
  dd: z.number().nullable(),
  /** The value is from balance and equity, because the program sends none or a smaller one. */
  dd_computed: z.boolean(),
  positions: z.number().nullable(),
  buy_pos: z.number().nullable(),
  sell_pos: z.number().nullable(),
  float_pnl: z.number().nullable(),
  /** Percent. */
  margin_level: z.number().nullable(),
  symbol: z.string(),
  /** The additional figures of newer programs. null for a program that sends none of them. */
  more: z
    .object({
      currency: z.string(),
      program_version: z.string(),
      /** Digits: the number by which the program knows its own positions. */
      magic: z.string(),
      account_name: z.string(),
      leverage: z.number().nullable(),
      /** Profit of the day, in the account's currency. */
      day_profit: z.number().nullable(),
      pending_orders: z.number().nullable(),
    })
    .nullable(),
  /** When the pulse came, Unix seconds. */
  at: z.int(),
  /** The smoothed seconds between this account's pulses. 0 before the second pulse. */
  interval: z.number(),
})
export type TelemetryRecord = z.output<typeof telemetryRecord>

export const CLOSE_STATES = ['none', 'asked', 'delivered', 'confirmed', 'overdue', 'unreported'] as const
export type CloseState = (typeof CLOSE_STATES)[number]

/**
 * The state of the account's latest close_all command. `unreported`: a terminal took it, and its program
 * sends no counts of positions. Times are Unix seconds.
 */
export const closeAllRecord = z.object({
  state: z.enum(CLOSE_STATES),
  asked_at: z.int().nullable(),
  delivered_at: z.int().nullable(),
  confirmed_at: z.int().nullable(),
  /** The number of automatic repeats. After MAX_CLOSE_REPEATS a person decides. */
  repeats: z.int(),
})
export type CloseAllRecord = z.output<typeof closeAllRecord>

/** The address of one of an account's terminals, and the time of its last pulse, Unix seconds. */
export const terminalRecord = z.object({ address: z.string(), at: z.int() })
export type TerminalRecord = z.output<typeof terminalRecord>

/** The limits of an account's figures, percent. They follow from the nearest rule, else from its application. */
export const riskLimits = z.object({
  drawdown_warning: z.number(),
  drawdown_critical: z.number(),
  margin_warning: z.number(),
  margin_critical: z.number(),
})

/** A trading account's authorization. */
export const deviceRecord = recordSchema(DEVICE, {
  telemetry: telemetryRecord.nullable(),
  close_all: closeAllRecord,
  terminals: z.array(terminalRecord),
  limits: riskLimits,
})
export type DeviceRecord = z.output<typeof deviceRecord>

/**
 * Trading accounts of one application with the same number on other servers, because the customer may mean
 * one of them. Absent for none.
 */
export const sameNumber = z.array(z.object({ id: z.int(), account_key: z.string() }))
export type SameNumber = z.output<typeof sameNumber>

/** A close_all command, from the request to the end. */
export const commandRecord = z.object({
  id: z.int(),
  device: z.int(),
  state: z.enum(['asked', 'delivered', 'confirmed', 'overdue', 'unreported', 'withdrawn']),
  reason: z.string(),
  /** The name of the operator who asked, or `rearm` for an automatic repeat. */
  asked_by: z.string(),
  asked_at: z.int(),
  delivered_at: z.int().nullable(),
  /** The address whose pulse took the command. */
  delivered_ip: z.string(),
  /** Open positions in the pulse that took the command. */
  delivered_positions: z.number().nullable(),
  confirmed_at: z.int().nullable(),
  overdue_at: z.int().nullable(),
  /** Open positions when it became overdue. */
  overdue_positions: z.number().nullable(),
  withdrawn_at: z.int().nullable(),
  /** The end of the time for closing, when the program had reported no positions. */
  unreported_at: z.int().nullable(),
  /** The number of server repeats before this command in its chain. 0 for a command of an operator. */
  repeats: z.int(),
  /**
   * The addresses that took an earlier command which wasn't carried out, separated by blanks. Another
   * terminal gets this one first.
   */
  received_by: z.string(),
})
export type CommandRecord = z.output<typeof commandRecord>

/**
 * One step of an account's history. equity_min, equity_max, dd_max and margin_min are the bounds within the step,
 * deposits and withdrawals its sums.
 */
export const historyPoint = z.object({
  at: z.int(),
  equity_min: z.number().nullable(),
  equity_max: z.number().nullable(),
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  dd_max: z.number().nullable(),
  positions: z.number().nullable(),
  leverage: z.number().nullable(),
  day_profit: z.number().nullable(),
  pending_orders: z.number().nullable(),
  margin_min: z.number().nullable(),
  deposits: z.number(),
  withdrawals: z.number(),
})
export type HistoryPoint = z.output<typeof historyPoint>

/** A row of device_import. Times are Unix seconds. null and absent mean the same. */
export const importedDevice = importedSchema(DEVICE)
export type ImportedDevice = z.output<typeof importedDevice>
