import { z } from 'zod'

export const CODE_EVENTS = [
  /** A machine logged in; `bind` when it was bound by that. */
  'login',
  'bind',
  /** A VIP code's binding moved to the machine that logged in; `detail` is the machine it was bound to. */
  'move',
  /** A login that was refused; `detail` is the reason. */
  'refused',
  /** By the client itself; `detail` is what it took: seconds of a time code, uses of a count code. */
  'unbind',
  /** A trading account was activated or lengthened by it; `detail` is the account. */
  'activate',
  /** An application account was recharged with it; `detail` is the account's name. */
  'recharge',
  /** By those who sell it. */
  'operator_unbind',
  /** Of these four, `detail` is the seconds that the trading account's record lost or got; empty for none. */
  'disable',
  'enable',
  /** `detail` is the seconds added, negative for those taken. */
  'extend',
  /** `detail` is the new end, Unix seconds. */
  'end',
  /** `detail` is the new type. */
  'convert',
  /** `detail` is the agent's number, empty for none. */
  'attribute',
  'note',
  'recycle',
  'restore',
  /** The trading account it was used for was deleted, and its codes became unused again; `detail` is the account. */
  'release',
] as const
export type CodeEventKind = (typeof CODE_EVENTS)[number]

/** What happened to a code. The same again and again is one event with `times`. */
export const codeEvent = z.object({
  kind: z.enum(CODE_EVENTS),
  /** Unix seconds, the first and the last time. */
  since: z.int(),
  at: z.int(),
  times: z.int(),
  markcode: z.string(),
  ip: z.string(),
  /** Who did it in the console; empty for clients. */
  by: z.string(),
  detail: z.string(),
})
export type CodeEvent = z.output<typeof codeEvent>
