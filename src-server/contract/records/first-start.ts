import { z } from 'zod'
import { publicAddressRecord } from './settings.ts'

/** How far a new server has come. Demo accounts count in none of it but `demo`. */
export const firstStartRecord = z.object({
  /** The first application, or null. */
  application: z.object({ app: z.int(), name: z.string(), mt5: z.boolean() }).nullable(),
  address: publicAddressRecord,
  /** Where programs on the server's own machine reach it: `http://127.0.0.1:8787`. */
  local_url: z.string(),
  /** Whether there is a code or a trading account. */
  licence: z.boolean(),
  /** Whether a terminal ever reported. */
  pulse: z.boolean(),
  /** The demo accounts, or null. */
  demo: z.object({ app: z.int(), accounts: z.int() }).nullable(),
})
export type FirstStart = z.output<typeof firstStartRecord>
