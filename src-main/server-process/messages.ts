import { z } from 'zod'

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
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type ServerReady = Extract<z.output<typeof serverMessage>, { type: 'ready' }>

/** What the shell tells the server: flush, close, end. */
export const STOP = { type: 'stop' } as const
