import type { z } from 'zod'
import type { ActionOutput } from '../../contract/actions/index.ts'
import type { SECURITY_CONTRACT } from '../../contract/actions/security.ts'
import type { sessionRecord, signInRecord } from '../../contract/records/session.ts'
import { onWire } from '../../contract/spelling.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import type { SessionServices } from '../../services/session/create-session-services.ts'
import type { ListedSession } from '../../services/session/session-overview.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const securityActions = ({
  secondFactor,
  ownPassword,
  ownProfile,
  sessionOverview,
  signInHistory,
}: SessionServices & PeopleServices) =>
  ({
    security_get: async ({ actor }) => onWire<ActionOutput<'security_get'>>(await secondFactor.state(actor)),
    profile_get: ({ actor }) => ownProfile.get(actor),
    profile_set: ({ actor }, change) => ownProfile.set(actor, change),
    password_change: async ({ session, caller }, { old, password }) => ({
      ended: await ownPassword.change(session, old, password, caller),
    }),
    totp_begin: ({ actor }) => secondFactor.begin(actor),
    totp_confirm: async ({ actor }, { otp }) => ({ recovery_codes: await secondFactor.confirm(actor, otp) }),
    totp_off: ({ actor }, { operator }) => emptyAfter(secondFactor.switchOff(actor, operator)),
    totp_recovery_new: async ({ actor }) => ({
      recovery_codes: await secondFactor.renewRecoveryCodes(actor),
    }),
    session_list: async ({ session }, input) => {
      const query = listQuery(input, 'last_seen_at')
      const { rows, total } = await sessionOverview.list(session, input.filter, query)
      return { total, rows: rows.map(sessionRow) }
    },
    session_revoke: async ({ actor, session }, input) => ({
      done:
        'handles' in input
          ? await sessionOverview.revoke(actor, input.handles)
          : await sessionOverview.revokeOthers(session),
    }),
    sign_in_list: async ({ actor }, input) => {
      const page = await signInHistory.list(actor, input.filter, listQuery(input, 'id'))
      const rows = page.rows.map(({ operatorId: operator, ...row }) =>
        onWire<z.input<typeof signInRecord>>({ ...row, operator }),
      )
      return { total: page.total, next: page.next, rows }
    },
  }) satisfies ActionsOf<typeof SECURITY_CONTRACT>

/** Member by member: a session's row holds the digest of its token as well, and that stays here. */
function sessionRow(row: ListedSession): z.input<typeof sessionRecord> {
  return {
    handle: row.handle,
    operator: row.operatorId,
    name: row.name,
    current: row.current,
    created_at: row.createdAt,
    last_seen_at: row.lastSeenAt,
    expires_at: row.expiresAt,
    ip: row.ip,
    user_agent: row.userAgent,
  }
}
