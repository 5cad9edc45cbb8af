import { z } from 'zod'

/** Where a window was, in the screen's points. */
const windowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
})
export type WindowPlace = z.output<typeof windowPlace>

/** A server elsewhere whose console the windows can show. */
export const savedServer = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  /** `https://licences.example.org:8443`, no more. */
  origin: z
    .url({ protocol: /^https$/ })
    .max(300)
    .refine((url) => new URL(url).origin === url, { error: 'an https origin' }),
  /** SHA-256 of its certificate, 64 hexadecimal digits. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SavedServer = z.output<typeof savedServer>

/** How the windows reach a server elsewhere; this machine's own is never asked through a proxy. */
export const proxyChoice = z.discriminatedUnion('mode', [
  z.object({ mode: z.enum(['system', 'direct']) }),
  z.object({
    mode: z.literal('fixed'),
    /** `host:port`, or with the scheme of the proxy before it: `socks5://127.0.0.1:1080`. */
    server: z.string().regex(/^((https?|socks[45]):\/\/)?[A-Za-z0-9.\-[\]:]{1,250}:[0-9]{1,5}$/),
  }),
])
export type ProxyChoice = z.output<typeof proxyChoice>

/** What the desktop remembers for itself, beside the server's data. Members that are unknown here are not kept. */
export const shellSettings = z.object({
  /** He was told once that closing the window leaves the server running. */
  toldOfHiding: z.boolean().default(false),
  /** The windows that were open when it ended, the first one first. */
  windows: z.array(windowPlace).max(20).default([]),
  proxy: proxyChoice.default({ mode: 'system' }),
  servers: z.array(savedServer).max(50).default([]),
  /** The saved server that the windows show; null for this machine's own. */
  attached: z.uuid().nullable().default(null),
})
export type ShellSettings = z.output<typeof shellSettings>
