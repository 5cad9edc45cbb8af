import { z } from 'zod'

/** A window's place, in screen points. */
const windowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
  /** The console screen in it, such as `#/live/5`. Empty for the first one. */
  screen: z
    .string()
    .regex(/^(#\/[a-z-]{1,40}(\/[0-9]{1,15})?)?$/)
    .catch('')
    .default(''),
})
export type WindowPlace = z.output<typeof windowPlace>

/** Hexadecimal digits. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A remote server whose console the windows can show. */
export const savedServer = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  /** `https://licences.example.org:8443`, without a path. */
  origin: z
    .url({ protocol: /^https$/ })
    .max(300)
    .refine((url) => new URL(url).origin === url, { error: 'an https origin' }),
  /** SHA-256 of the certificate that the user confirmed, 64 hexadecimal digits. */
  fingerprint: sha256,
  /**
   * SHA-256 of its public key, which a renewed certificate usually keeps. Undefined until the server is seen,
   * for a server saved by a version before 0.2.
   */
  key: sha256.optional(),
  /** A public authority had signed the confirmed certificate, so it may sign the next one too. */
  isPublic: z.boolean().default(false),
  /** Counts changes of the key. Each has its own session, because Chromium remembers refused certificates. */
  turn: z.int().min(0).default(0),
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

const known = z.object({
  /** The user has seen the note that closing the window leaves the server running. */
  toldOfHiding: z.boolean().default(false),
  /** The windows that were open at the last end, the first one first. */
  windows: z.array(windowPlace).max(20).default([]),
  /** The place of the small board. null before its first opening. */
  board: windowPlace.nullable().catch(null).default(null),
  /** Folders with other data that the user leaves alone. */
  leftData: z.array(z.string().max(4096)).max(20).default([]),
  proxy: proxyChoice.default({ mode: 'system' }),
  servers: z.array(savedServer).max(50).default([]),
  /** The saved server that the windows show. null for this machine's own. */
  attached: z.uuid().nullable().default(null),
  /** This machine's own server is on, whichever server the windows show. */
  servesHere: z.boolean().default(true),
  /** The machine doesn't fall asleep while its server runs. */
  keepAwake: z.boolean().default(true),
  /** The folder of the server's data that the user chose. null for the usual one. */
  dataFolder: z.string().min(1).max(4_000).nullable().default(null),
  /** The language that the person chose in the console. null for the system's. */
  language: z.enum(['en', 'zh']).nullable().default(null),
  /** The colours that the person chose in the console. */
  theme: z.enum(['system', 'light', 'dark']).default('system'),
})

/** Before 0.2, this machine's server was off while another one was shown. It stays off after an update. */
function withFormerMeaning(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || 'servesHere' in given) return given
  const wasOff = 'attached' in given && typeof given.attached === 'string'
  return wasOff ? { ...given, servesHere: false } : given
}

/** The desktop's own settings, apart from the server's data. Unknown members are dropped. */
export const shellSettings = z.preprocess(withFormerMeaning, known)
export type ShellSettings = z.output<typeof shellSettings>
