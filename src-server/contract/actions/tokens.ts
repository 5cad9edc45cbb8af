import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_TOKEN_ACTIONS, MAX_TOKEN_APPS } from '../limits.ts'
import { ROLES } from '../permissions.ts'
import { apiTokenRecord } from '../records/api-token.ts'
import { referenceTo } from '../reference.ts'

/** Tokens with which programs call console actions, by `Authorization: Bearer`. A token is never made by a token. */
export const TOKEN_CONTRACT = {
  /** The caller's tokens, the newest first, and the actions that a token of theirs may call. */
  tokens_get: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(apiTokenRecord),
      actions: z.array(z.string()),
      /** Those that a token may call that is limited to applications. Agents and money belong to no application. */
      within_applications: z.array(z.string()),
    }),
  }),

  /**
   * Makes a token. Only this answer shows it. 422: `actions` names an action that the caller's tokens may not call,
   * `expires_at` is `past` or `too_late`. 409 where the caller has 20 tokens.
   */
  token_create: defineAction({
    roles: ROLES,
    permission: 'self',
    creates: true,
    stepUp: true,
    input: z.strictObject({
      name: z.string().trim().min(1).max(64),
      actions: z.array(z.string().min(1).max(64)).min(1).max(MAX_TOKEN_ACTIONS),
      /** The applications that it may see, all of the caller's when left out. Agents leave it out. */
      apps: z.array(referenceTo('application')).min(1).max(MAX_TOKEN_APPS).optional(),
      /** Unix seconds, within 366 days. */
      expires_at: z.int().min(1),
    }),
    output: z.object({ token: z.string(), row: apiTokenRecord }),
  }),

  /** Ends one of the caller's tokens at once. */
  token_revoke: defineAction({
    roles: ROLES,
    permission: 'self',
    input: z.strictObject({ id: referenceTo('api_token') }),
    output: z.object({}),
  }),
}
