import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAIL_FAILURES } from '../outgoing-names.ts'
import { noticeChange, noticeRecord } from '../records/notices.ts'
import { ROLES } from '../roles.ts'

/** Sends a mail at once, by the settings as they are kept. 422: `mail.host` without a mail server, `to` without a mailbox. */
export const mailTest = defineAction({
  name: 'mail_test',
  roles: ['owner'],
  permission: 'platform',
  input: z.strictObject({
    /** Left out: the caller's own mailbox. */
    to: z.email().max(254).optional(),
  }),
  output: z.object({
    to: z.string(),
    /** Why it wasn't taken; null where the mail server took it. */
    failed: z.enum(MAIL_FAILURES).nullable(),
    /** The mail server's own words; empty where it was taken. */
    detail: z.string(),
  }),
})

/** The owner and developers that no mail can reach: at most 100 of them, and how many there are. */
export const mailboxMissing = defineAction({
  name: 'mailbox_missing',
  roles: ['owner'],
  permission: 'platform',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) })),
    total: z.int(),
  }),
})

/** Which mails the caller wants. */
export const noticeGet = defineAction({
  name: 'notice_get',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: z.strictObject({}),
  output: noticeRecord,
})

/** Changes the members it names. 422 for one that isn't among `available`. */
export const noticeSet = defineAction({
  name: 'notice_set',
  roles: ROLES,
  permission: 'self',
  input: noticeChange,
  output: noticeRecord,
})

/** Mails of the platform. */
export const MAIL = [mailTest, mailboxMissing, noticeGet, noticeSet] as const
