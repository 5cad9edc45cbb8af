import { z } from 'zod'
import { NOTICE_KINDS } from '../outgoing-names.ts'

const language = z.enum(['', 'zh-CN', 'en'])
const wanted = z.object({
  violation: z.boolean(),
  expiry: z.boolean(),
  request: z.boolean(),
  security: z.boolean(),
  digest: z.boolean(),
  /** Empty is the platform's. */
  language,
})

/** Which mails a console user wants. */
export const noticeRecord = wanted.extend({
  /** Those there are for such people. */
  available: z.array(z.enum(NOTICE_KINDS)),
  /** Where they go; empty: none is sent (`profile_set`). */
  mailbox: z.string(),
  /** Whether there is a mail server; without one none is sent. */
  mail_server: z.boolean(),
})
export type NoticeRecord = z.output<typeof noticeRecord>

export const noticeChange = z.strictObject(wanted.partial().shape)
export type NoticeChange = z.output<typeof noticeChange>
