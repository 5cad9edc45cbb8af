import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, bulkTarget, listInput, listOutput, ONE_TARGET } from '../paging.ts'
import { replyTemplateRecord, requestRecord } from '../records/request.ts'
import { referenceTo } from '../reference.ts'
import { MAX_ANSWER_LENGTH } from '../request-names.ts'
import { REQUEST } from '../subjects/request.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const id = referenceTo('request')
const answer = referenceTo('reply_template')
const note = z.string().trim().max(MAX_ANSWER_LENGTH).default('')

export const requestFilter = filterShape(REQUEST)

const template = {
  title: z.string().trim().min(1).max(40),
  text: z.string().trim().min(1).max(MAX_ANSWER_LENGTH),
}

export const REQUEST_CONTRACT = {
  auth_request_list: defineAction({
    roles: everyone,
    permission: 'requests',
    reads: true,
    input: listInput(REQUEST.sorts, requestFilter),
    output: listOutput(requestRecord),
  }),

  auth_request_get: defineAction({
    roles: everyone,
    permission: 'requests',
    reads: true,
    input: z.strictObject({ id }),
    output: requestRecord,
  }),

  /**
   * Decides a request, once. An approval acts in the same unit of work. 409 with `fields.state` where the request was
   * handled already (the text says by whom), with `fields.policy` where the application's policy refuses an unbind, with
   * `fields.new_key` where the new trading account belongs to somebody.
   */
  auth_request_handle: defineAction({
    roles: everyone,
    permission: 'requests.decide',
    input: z.strictObject({
      id,
      decision: z.enum(['approve', 'reject']),
      /** The message to the customer. */
      note,
      /** Frees the code against its application's policy, and takes nothing for it. Not for agents. */
      waive: z.boolean().default(false),
    }),
    output: requestRecord,
  }),

  /** Approves the low-risk requests among many, each decided anew. Skips the others, with the reason. */
  auth_request_bulk: defineAction({
    roles: everyone,
    permission: 'requests.decide',
    size: 'selection',
    input: z.strictObject({ ...bulkTarget('request', requestFilter), note }).refine(...ONE_TARGET),
    output: bulkOutput,
  }),

  /** Reverses an approved rebind within 7 days. 409 when it is too late, was reversed, or the old account has a new owner. */
  auth_request_reverse: defineAction({
    roles: everyone,
    permission: 'requests.decide',
    input: z.strictObject({ id, note }),
    output: requestRecord,
  }),

  /** How many requests are open, and since when the oldest waits. */
  auth_request_counts: defineAction({
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
  }),

  reply_template_list: defineAction({
    roles: everyone,
    permission: 'requests',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(replyTemplateRecord) }),
  }),

  /** Changes a template, or makes one where `id` is left out. */
  reply_template_save: defineAction({
    roles: everyone,
    permission: 'requests.decide',
    input: z.strictObject({ id: answer.optional(), ...template }),
    output: replyTemplateRecord,
  }),

  reply_template_delete: defineAction({
    roles: everyone,
    permission: 'requests.decide',
    input: z.strictObject({ id: answer }),
    output: z.object({}),
  }),
}
