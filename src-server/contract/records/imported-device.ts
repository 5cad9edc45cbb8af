import { z } from 'zod'

/** A row of device_import. Times are Unix seconds. null and absent mean the same. */
export const importedDevice = z.strictObject({
  account_key: z.string().max(128),
  /** Required for a new account. */
  vip: z.int().min(0).max(253_402_300_799).nullish(),
  label: z.string().max(64).nullish(),
  license: z.string().max(64).nullish(),
  buy_url: z.string().max(512).nullish(),
  agent: z.int().min(1).nullish(),
  disabled: z.boolean().nullish(),
  disable_reason: z.string().max(255).nullish(),
  note: z.string().max(255).nullish(),
})
export type ImportedDevice = z.output<typeof importedDevice>
