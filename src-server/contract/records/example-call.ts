import { z } from 'zod'

/** A call of one API as a program makes it, step by step, and a success as it is answered. Values are made up. */
export const exampleCall = z.object({
  /** Behind `/api.php?`. */
  query: z.string(),
  /** The POST's body, as a form. */
  body: z.string(),
  /** What the call says, in its order, before it is sealed. `signed`: part of the signed text. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), signed: z.boolean() })),
  /** The text whose MD5 is the signature, with the appkey at its end; null where the call needs none. */
  signed_text: z.string().nullable(),
  sign: z.string().nullable(),
  /** The text that is sealed into `data`; null where the call is plain. */
  sealed_text: z.string().nullable(),
  /** The settings can't be spoken under: an RSA key is missing or none. */
  unspeakable: z.boolean(),
  /** The answer as it comes, and as it reads once it is opened; the same where it is plain. */
  reply: z.string(),
  reply_opened: z.string(),
  /** The text whose MD5 is the answer's `check`, the appkey in it; null for an answer without one. */
  check_text: z.string().nullable(),
})
export type ExampleCall = z.output<typeof exampleCall>
