import { z } from 'zod'
import { MENU_EDITS, operatorEvent } from '../code-names.ts'

export const CODE_EVENTS = [
  /** A machine logged in. `bind` when the login bound the machine. */
  'login',
  'bind',
  /** A VIP code's binding moved to the machine that logged in. `detail` is the previous machine. */
  'move',
  /** A refused login. `detail` is the reason. */
  'refused',
  /** By the client itself. `detail` is the cost: seconds of a time code, uses of a count code. */
  'unbind',
  /** The code activated or extended a trading account. `detail` is the account. */
  'activate',
  /** The code recharged a user account. `detail` is the account's name. */
  'recharge',
  /** By a seller in the console. */
  ...MENU_EDITS.map(operatorEvent),
  /**
   * For these two, and for `recycle` and `restore`, `detail` is the seconds that the trading account's record
   * lost or gained. Empty for none.
   */
  'disable',
  'enable',
  /** `detail` is the seconds added, negative for those taken. */
  'extend',
  /** `detail` is the new end, Unix seconds. */
  'end',
  /** `detail` is the new type. */
  'convert',
  /** `detail` is the agent's id. Empty for none. */
  'attribute',
  'note',
  /** `detail` is the tags, each after + or -. */
  'tags',
  'fields',
  /** `detail` is the number. */
  'seats',
  'recycle',
  'restore',
  /** The trading account of the code was deleted, so the code is unused again. `detail` is the account. */
  'release',
] as const
export type CodeEventKind = (typeof CODE_EVENTS)[number]

/** An event of a code. Repetitions are one event with `times`. */
export const codeEvent = z.object({
  kind: z.enum(CODE_EVENTS),
  /** The first and the last time, Unix seconds. */
  since: z.int(),
  at: z.int(),
  times: z.int(),
  markcode: z.string(),
  ip: z.string(),
  /** The console operator who caused it. Empty for clients. */
  by: z.string(),
  detail: z.string(),
})
export type CodeEvent = z.output<typeof codeEvent>
