import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { MAIL_FAILURES, MESSAGE_KINDS, MESSAGE_PURPOSES, MESSAGE_STATES } from '../outgoing-names.ts'
import { noticeChange, noticeRecord } from '../records/notices.ts'
import { ROLES } from '../roles.ts'

const everyone = ['owner', 'developer'] as const
const ids = z.array(z.int().min(1)).min(1).max(1000)

export const messageFilter = {
  app: z.int(),
  device: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  purpose: z.enum(MESSAGE_PURPOSES),
  state: z.enum(MESSAGE_STATES),
}

/** What leaves the machine, and how it fared. */
export const messageRecord = z.object({
  id: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  purpose: z.enum(MESSAGE_PURPOSES),
  /** null for the platform's own. */
  app: z.int().nullable(),
  app_name: z.string(),
  /** The trading account it is about, by its id and its key; the key is empty where there is none any more. */
  device: z.int().nullable(),
  account_key: z.string(),
  /** The messenger's open_id, or a mailbox with its name covered: `a***@example.com`. Empty where there is nobody. */
  to: z.string(),
  /** Of a mail. */
  subject: z.string(),
  text: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int(),
  /** When it is tried next; null for what isn't waiting. */
  next_at: z.int().nullable(),
  /** A word of DELIVERY_ERRORS, and after a space the service's own code; empty where nothing failed. */
  last_error: z.string(),
  /** Since when it waits, or waited: a message that is tried anew begins anew. */
  created_at: z.int(),
  sent_at: z.int().nullable(),
})
export type MessageRecord = z.output<typeof messageRecord>

export const MESSAGE_CONTRACT = {
  /** Those of the applications in sight, and those addressed to the caller. The newest first unless told otherwise. */
  message_list: defineAction({
    roles: everyone,
    permission: 'applications',
    reads: true,
    input: listInput(['id'], messageFilter),
    output: listOutput(messageRecord),
  }),

  /** How many wait and how many were given up. */
  message_counts: defineAction({
    roles: everyone,
    permission: 'applications',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      waiting: z.int(),
      dead: z.int(),
      /** false: mails wait until there is a mail server (settings, mail). */
      mail_server: z.boolean(),
    }),
  }),

  /** Those given up are tried anew. Others are skipped: `unknown`, `not_dead`. */
  message_resend: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    input: z.strictObject({ ids }),
    output: bulkOutput,
  }),

  /** Takes those given up away. Others are skipped: `unknown`, `not_dead`. */
  message_discard: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    input: z.strictObject({ ids }),
    output: bulkOutput,
  }),

  /** Sends a mail at once, by the settings as they are kept. 422: `mail.host` without a mail server, `to` without a mailbox. */
  mail_test: defineAction({
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
  }),

  /** The owner and developers that no mail can reach: at most 100 of them, and how many there are. */
  mailbox_missing: defineAction({
    roles: ['owner'],
    permission: 'platform',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) })),
      total: z.int(),
    }),
  }),

  /** Which mails the caller wants. */
  notice_get: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: noticeRecord,
  }),

  /** Changes the members it names. 422 for one that isn't among `available`. */
  notice_set: defineAction({
    roles: ROLES,
    permission: 'self',
    input: noticeChange,
    output: noticeRecord,
  }),
}
