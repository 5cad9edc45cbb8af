import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { MESSAGE } from '../subjects/message.ts'
import { filterShape, recordSchema } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer'] as const
const ids = z.array(z.int().min(1)).min(1).max(1000)

export const messageFilter = filterShape(MESSAGE)

/** What leaves the machine, and how it fared. */
export const messageRecord = recordSchema(MESSAGE, {})
export type MessageRecord = z.output<typeof messageRecord>

/** Those of the applications in sight, and those addressed to the caller. The newest first unless told otherwise. */
export const messageList = defineAction({
  name: 'message_list',
  roles: everyone,
  permission: 'applications',
  reads: true,
  input: listInput(MESSAGE.sorts, messageFilter),
  output: listOutput(messageRecord),
})

/** How many wait and how many were given up. */
export const messageCounts = defineAction({
  name: 'message_counts',
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
})

/** Those given up are tried anew. Others are skipped: `unknown`, `not_dead`. */
export const messageResend = defineAction({
  name: 'message_resend',
  roles: everyone,
  permission: 'applications.edit',
  input: z.strictObject({ ids }),
  output: bulkOutput,
})

/** Takes those given up away. Others are skipped: `unknown`, `not_dead`. */
export const messageDiscard = defineAction({
  name: 'message_discard',
  roles: everyone,
  permission: 'applications.edit',
  input: z.strictObject({ ids }),
  output: bulkOutput,
})

/** What leaves the machine. */
export const MESSAGES = [messageList, messageCounts, messageResend, messageDiscard] as const
