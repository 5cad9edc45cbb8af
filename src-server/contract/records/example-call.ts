import { z } from 'zod'

/** A call of one API as a program makes it, step by step, and a successful answer. Values are invented. */
export const exampleCall = z.object({
  /** The text after `/api.php?`. */
  query: z.string(),
  /** The POST's body, as a form. */
  body: z.string(),
  /** The call's parameters in their order, before encryption. `signed`: part of the signed text. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), signed: z.boolean() })),
  /** The text whose MD5 is the signature, with the appkey at its end. null when the call needs none. */
  signed_text: z.string().nullable(),
  sign: z.string().nullable(),
  /** The text that is encrypted into `data`. null for a plain call. */
  sealed_text: z.string().nullable(),
  /** The settings can't work: the RSA key is missing or invalid. */
  unspeakable: z.boolean(),
  /** The answer as sent, and decrypted. Both are the same for a plain answer. */
  reply: z.string(),
  reply_opened: z.string(),
  /** The text whose MD5 is the answer's `check`, with the appkey. null for an answer without one. */
  check_text: z.string().nullable(),
})
export type ExampleCall = z.output<typeof exampleCall>
