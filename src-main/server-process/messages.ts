import { z } from 'zod'

/** A risk that the owner should look at now. */
const highRisk = z.object({
  /** Identifies the risk and its occurrence: a new occurrence has another key. */
  key: z.string().max(500),
  /** The same for risks of one cause, which one notification announces. */
  group: z.string().max(500),
  /** The application's name. Empty for the platform's own. */
  app: z.string().max(500),
  /** When it happened, Unix seconds. */
  at: z.int(),
  kind: z.string().max(64),
  /** The subject's name for people. */
  subject: z.string().max(500),
  /** The trading account's id. null for another subject. */
  device: z.int().min(1).nullable(),
})
export type HighRisk = z.output<typeof highRisk>

/** The server's messages to the shell over its parent port (src-server/entry/desktop.ts). */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    publicUrl: z.url(),
    /** The reach of the public address: everybody, the own network, or this machine alone. */
    publicReach: z.enum(['public', 'private', 'loopback']).default('public'),
    consoleUrl: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
    /**
     * The address where the owner sets the first password, or a new one after `--recover-owner`. Otherwise
     * undefined.
     */
    setupUrl: z.url().optional(),
    /** The data folder. */
    data: z.string().default(''),
    /** Folders with other data, which the server does not use. `changedAt` in Unix milliseconds. */
    otherData: z.array(z.object({ folder: z.string(), changedAt: z.number() })).default([]),
  }),
  /** The server can't serve. `message` gives the reason and what to do. The process ends by itself. */
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    /** The same in Chinese. */
    messageZh: z.string().optional(),
    /** Its port is unavailable, and which port that is. */
    reason: z.enum(['port_taken', 'port_denied']).optional(),
    port: z.int().optional(),
    /** The data folder, when the server had found it. */
    data: z.string().optional(),
  }),
  /** The server waits for this machine's key, which opens its stored secrets. */
  z.object({ type: z.literal('machine_key_wanted') }),
  /** The answer to a `ping`. */
  z.object({ type: z.literal('pong') }),
  /** The result of the `back_up` with this id. */
  z.object({ type: z.literal('backed_up'), id: z.int(), ok: z.boolean() }),
  /** Every few seconds. The public address may have changed since `ready`. */
  z.object({
    type: z.literal('state'),
    publicUrl: z.url(),
    /** The reach of the public address: everybody, the own network, or this machine alone. */
    publicReach: z.enum(['public', 'private', 'loopback']).default('public'),
    /** The accounts that pulse at their usual interval. */
    live: z.int().min(0),
    /** The unacknowledged high risks. */
    risks: z.array(highRisk).max(100),
  }),
])
type ServerMessage = z.output<typeof serverMessage>

export type ServerReady = Extract<ServerMessage, { type: 'ready' }>
export type ServerFailed = Extract<ServerMessage, { type: 'failed' }>
export type ServerState = Extract<ServerMessage, { type: 'state' }>

export type ServerBackedUp = Extract<ServerMessage, { type: 'backed_up' }>

/**
 * The shell's messages to the server: stop (flush, close, end), ping (answer), resumed (the machine slept and
 * woke), back_up (copy the data), machine_key (null: there is no keychain).
 */
export type ToServer =
  | { readonly type: 'stop' | 'ping' | 'resumed' }
  | { readonly type: 'back_up'; readonly id: number }
  | { readonly type: 'machine_key'; readonly key: string | null }
