import type { z } from 'zod'
import type { ActionOutput } from '../../contract/actions/index.ts'
import type { SECURITY_CONTRACT } from '../../contract/actions/security.ts'
import type { sessionRecord, signInRecord } from '../../contract/records/session.ts'
import { onWire } from '../../contract/spelling.ts'
import type { OwnProfile } from '../../services/people/own-profile.ts'
import type { OwnPassword } from '../../services/session/own-password.ts'
import type { SecondFactor } from '../../services/session/second-factor.ts'
import type { ListedSession, SessionDesk } from '../../services/session/session-desk.ts'
import type { SignInHistory } from '../../services/session/sign-in-history.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export interface SecurityServices {
  readonly secondFactor: SecondFactor
  readonly ownPassword: OwnPassword
  readonly ownProfile: OwnProfile
  readonly sessionDesk: SessionDesk
  readonly signInHistory: SignInHistory
}

export const securityActions = ({
  secondFactor,
  ownPassword,
  ownProfile,
  sessionDesk,
  signInHistory,
}: SecurityServices) => ({
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
    const { rows, total } = await sessionDesk.list(session, input.filter, query)
    return { total, rows: rows.map(sessionRow) }
  },
  session_revoke: async ({ actor, session }, input) => ({
    done:
      'handles' in input
        ? await sessionDesk.revoke(actor, input.handles)
        : await sessionDesk.revokeOthers(session),
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
