import type { z } from 'zod'
import type { TOKEN_CONTRACT } from '../../contract/actions/tokens.ts'
import type { apiTokenRecord } from '../../contract/records/api-token.ts'
import { onWire } from '../../contract/spelling.ts'
import type { ApiToken } from '../../domain/access/api-token.ts'
import type { SessionServices } from '../../services/session/create-session-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const tokenActions = ({ apiTokens }: SessionServices) =>
  ({
    tokens_get: async ({ actor }) => ({
      rows: (await apiTokens.list(actor)).map(row),
      actions: apiTokens.actionsOf(actor),
      within_applications: apiTokens.actionsWithin(actor),
    }),
    token_create: async ({ actor }, { name, actions, apps, expires_at: expiresAt }) => {
      const made = await apiTokens.create(actor, { name, actions, apps: apps ?? null, expiresAt })
      return { token: made.token, row: row(made.row) }
    },
    token_revoke: ({ actor }, { id }) => emptyAfter(apiTokens.revoke(actor, id)),
  }) satisfies ActionsOf<typeof TOKEN_CONTRACT>

function row({ operatorId: _, ...token }: ApiToken): z.input<typeof apiTokenRecord> {
  return onWire<z.input<typeof apiTokenRecord>>(token)
}
