import { z } from 'zod'

import type { ShellCall } from '../contract/channels.ts'
import type { ShellApi } from '../contract/shell.ts'

const nothing = z.undefined()

/** Shapes that the main process demands, whatever the page's types promise. */
export const shellInputs: { readonly [Call in ShellCall]: z.ZodType<ShellApi[Call]['input']> } = {
  'server.status': nothing,
  'server.restart': nothing,
  'server.log': nothing,
  'file.save': z.strictObject({
    // Neither folders nor characters that Windows refuses, nor a hidden file.
    name: z.string().regex(/^(?!\.)[^\\/:*?"<>|\p{Cc}]{1,120}$/u),
    bytes: z.instanceof(Uint8Array),
  }),
  'link.open': z.url({ protocol: /^https$/ }).max(2_000),
}
