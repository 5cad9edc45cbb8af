import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { MAIL_FAILURES } from '../outgoing-names.ts'
import { noticeChange, noticeRecord } from '../records/notices.ts'
import { ROLES } from '../permissions.ts'
import { referenceTo } from '../reference.ts'
import { MESSAGE } from '../subjects/message.ts'
import { filterShape, recordSchema } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer'] as const
const ids = z.array(referenceTo('message')).min(1).max(1000)

export const messageFilter = filterShape(MESSAGE)

/** A message of the outbox, to a messenger, a person's channel or by mail. */
export const messageRecord = recordSchema(MESSAGE, {})
export type MessageRecord = z.output<typeof messageRecord>

export const MESSAGE_CONTRACT = {
  /** Messages of the caller's applications, and messages to the caller. The newest first by default. */
  message_list: defineAction({
    roles: everyone,
    permission: 'applications',
    reads: true,
    input: listInput(MESSAGE.sorts, messageFilter),
    output: listOutput(messageRecord),
  }),

  /** How many messages wait, and how many were given up. */
  message_counts: defineAction({
    roles: everyone,
    permission: 'applications',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      waiting: z.int(),
      dead: z.int(),
      /** false: mails wait until the settings name a mail server. */
      mail_server: z.boolean(),
    }),
  }),

  /** Sends messages again that were given up. Others are skipped: `unknown`, `not_dead`. */
  message_resend: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    input: z.strictObject({ ids }),
    output: bulkOutput,
  }),

  /** Deletes messages that were given up. Others are skipped: `unknown`, `not_dead`. */
  message_discard: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    input: z.strictObject({ ids }),
    output: bulkOutput,
  }),

  /** Sends a mail at once, by the saved settings. 422: `mail.host` without a mail server, `to` without a mailbox. */
  mail_test: defineAction({
    roles: ['owner'],
    permission: 'platform',
    input: z.strictObject({
      /** By default the caller's own mailbox. */
      to: z.email().max(254).optional(),
    }),
    output: z.object({
      to: z.string(),
      /** Why the mail server refused the mail; null where it accepted. */
      failed: z.enum(MAIL_FAILURES).nullable(),
      /** The mail server's own words; empty where it accepted. */
      detail: z.string(),
    }),
  }),

  /** The owner and developers without a mailbox: at most 100 of them, and the total. */
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

  /** The mails that the caller wants. */
  notice_get: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: noticeRecord,
  }),

  /** Changes the members that the input names. 422 for one that isn't among `available`. */
  notice_set: defineAction({
    roles: ROLES,
    permission: 'self',
    input: noticeChange,
    output: noticeRecord,
  }),
}
