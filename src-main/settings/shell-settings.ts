import { z } from 'zod'

/** A window's place, in screen points. */
const windowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
})
export type WindowPlace = z.output<typeof windowPlace>

/** A remote server whose console the windows can show. */
export const savedServer = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  /** `https://licences.example.org:8443`, without a path. */
  origin: z
    .url({ protocol: /^https$/ })
    .max(300)
    .refine((url) => new URL(url).origin === url, { error: 'an https origin' }),
  /** SHA-256 of its certificate, 64 hexadecimal digits. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SavedServer = z.output<typeof savedServer>

/** How the windows reach a remote server. Connections to this machine's own server never use a proxy. */
export const proxyChoice = z.discriminatedUnion('mode', [
  z.object({ mode: z.enum(['system', 'direct']) }),
  z.object({
    mode: z.literal('fixed'),
    /** `host:port`, with the proxy's scheme before it if needed: `socks5://127.0.0.1:1080`. */
    server: z.string().regex(/^((https?|socks[45]):\/\/)?[A-Za-z0-9.\-[\]:]{1,250}:[0-9]{1,5}$/),
  }),
])
export type ProxyChoice = z.output<typeof proxyChoice>

/** The desktop's own settings, apart from the server's data. Unknown members are dropped. */
export const shellSettings = z.object({
  /** The user has seen the note that closing the window leaves the server running. */
  toldOfHiding: z.boolean().default(false),
  /** The windows that were open at the last end, the first one first. */
  windows: z.array(windowPlace).max(20).default([]),
  /** Folders with other data that the user leaves alone. */
  leftData: z.array(z.string().max(4096)).max(20).default([]),
  proxy: proxyChoice.default({ mode: 'system' }),
  servers: z.array(savedServer).max(50).default([]),
  /** The saved server that the windows show. null for this machine's own. */
  attached: z.uuid().nullable().default(null),
})
export type ShellSettings = z.output<typeof shellSettings>
