import { z } from 'zod'

/** Something the owner should look at now. */
const highRisk = z.object({
  /** Names it: what happens anew has another one. */
  key: z.string().max(500),
  kind: z.string().max(64),
  /** What it is about, as people call it. */
  subject: z.string().max(500),
  /** The trading account's number; null where it is about something else. */
  device: z.int().min(1).nullable(),
})
export type HighRisk = z.output<typeof highRisk>

/** What the server tells the shell over its parent port (src-server/entry/desktop.ts). */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    publicUrl: z.url(),
    consoleUrl: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
    /** Where the owner chooses his first password, or another one where the start asked for that; else undefined. */
    setupUrl: z.url().optional(),
  }),
  /** It cannot serve; `message` says why and what to do. It ends by itself. */
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    /** Its port can't be had, and which one that is. */
    reason: z.enum(['port_taken', 'port_denied']).optional(),
    port: z.int().optional(),
  }),
  /** It heard a `ping`. */
  z.object({ type: z.literal('pong') }),
  /** What became of the `back_up` with this number. */
  z.object({ type: z.literal('backed_up'), id: z.int(), ok: z.boolean() }),
  /** Every few seconds. The public address may have moved since `ready`. */
  z.object({
    type: z.literal('state'),
    publicUrl: z.url(),
    /** Accounts heard from as often as they use to be. */
    live: z.int().min(0),
    /** The high ones that nobody acknowledged. */
    risks: z.array(highRisk).max(100),
  }),
])
type ServerMessage = z.output<typeof serverMessage>

export type ServerReady = Extract<ServerMessage, { type: 'ready' }>
export type ServerFailed = Extract<ServerMessage, { type: 'failed' }>
export type ServerState = Extract<ServerMessage, { type: 'state' }>

export type ServerBackedUp = Extract<ServerMessage, { type: 'backed_up' }>

/** What the shell tells the server: flush, close, end; answer; the machine slept and woke; copy the data. */
export type ToServer =
  { readonly type: 'stop' | 'ping' | 'resumed' } | { readonly type: 'back_up'; readonly id: number }
