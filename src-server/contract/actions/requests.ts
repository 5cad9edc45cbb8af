import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, bulkTarget, listInput, listOutput, ONE_TARGET } from '../paging.ts'
import { replyTemplateRecord, requestRecord } from '../records/request.ts'
import { MAX_ANSWER_LENGTH } from '../request-names.ts'
import { REQUEST } from '../subjects/request.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)
const note = z.string().trim().max(MAX_ANSWER_LENGTH).default('')

export const requestFilter = filterShape(REQUEST)

export const authRequestList = defineAction({
  name: 'auth_request_list',
  roles: everyone,
  permission: 'requests',
  reads: true,
  input: listInput(REQUEST.sorts, requestFilter),
  output: listOutput(requestRecord),
})

export const authRequestGet = defineAction({
  name: 'auth_request_get',
  roles: everyone,
  permission: 'requests',
  reads: true,
  input: z.strictObject({ id }),
  output: requestRecord,
})

/**
 * Decides a request, once: approval acts in the same unit of work. 409 with `fields.state` where it is handled already
 * (the text says by whom), with `fields.policy` where the application's policy refuses an unbind, with
 * `fields.new_key` where the new account is somebody's.
 */
export const authRequestHandle = defineAction({
  name: 'auth_request_handle',
  roles: everyone,
  permission: 'requests.decide',
  input: z.strictObject({
    id,
    decision: z.enum(['approve', 'reject']),
    /** What the customer is told. */
    note,
    /** Frees the code although its application's policy refuses, and takes nothing. Not for agents. */
    waive: z.boolean().default(false),
  }),
  output: requestRecord,
})

/** Approves those of low risk among many, each decided anew; the others are left, with the reason. */
export const authRequestBulk = defineAction({
  name: 'auth_request_bulk',
  roles: everyone,
  permission: 'requests.decide',
  input: z.strictObject({ ...bulkTarget(requestFilter), note }).refine(...ONE_TARGET),
  output: bulkOutput,
})

/** Takes an approved rebind back, for 7 days: 409 when it is too late, was done, or the old account is somebody's by now. */
export const authRequestReverse = defineAction({
  name: 'auth_request_reverse',
  roles: everyone,
  permission: 'requests.decide',
  input: z.strictObject({ id, note }),
  output: requestRecord,
})

/** How many are open, and how long the oldest waits. */
export const authRequestCounts = defineAction({
  name: 'auth_request_counts',
  roles: everyone,
  permission: 'requests',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    pending: z.int(),
    overdue: z.int(),
    oldest_at: z.int().nullable(),
    service_hours: z.int(),
  }),
})

const template = {
  title: z.string().trim().min(1).max(40),
  text: z.string().trim().min(1).max(MAX_ANSWER_LENGTH),
}

export const replyTemplateList = defineAction({
  name: 'reply_template_list',
  roles: everyone,
  permission: 'requests',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(replyTemplateRecord) }),
})

/** A new one without `id`. */
export const replyTemplateSave = defineAction({
  name: 'reply_template_save',
  roles: everyone,
  permission: 'requests.decide',
  input: z.strictObject({ id: id.optional(), ...template }),
  output: replyTemplateRecord,
})

export const replyTemplateDelete = defineAction({
  name: 'reply_template_delete',
  roles: everyone,
  permission: 'requests.decide',
  input: z.strictObject({ id }),
  output: z.object({}),
})
