import { z } from 'zod'
import { NOTICE_KINDS } from '../outgoing-names.ts'

const language = z.enum(['', 'zh-CN', 'en'])
const wanted = z.object({
  violation: z.boolean(),
  expiry: z.boolean(),
  request: z.boolean(),
  security: z.boolean(),
  digest: z.boolean(),
  /** Empty means the platform's language. */
  language,
})

/** The mails a console operator wants. */
export const noticeRecord = wanted.extend({
  /** The kinds available to this operator. */
  available: z.array(z.enum(NOTICE_KINDS)),
  /** The mailbox. Without one the operator gets no mail (`profile_set`). */
  mailbox: z.string(),
  /** Whether there is a mail server. Without one no mail is sent. */
  mail_server: z.boolean(),
})
export type NoticeRecord = z.output<typeof noticeRecord>

export const noticeChange = z.strictObject(wanted.partial().shape)
export type NoticeChange = z.output<typeof noticeChange>
