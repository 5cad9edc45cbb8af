import { harmless, missing, skipped, SOON, type Attempts, type Target } from './attempt.ts'

export const sessionAttempts = ({ app, developer, staff, session }: Target) => {
  return {
    login: [],
    setup: [],
    logout: [],
    me: harmless({}),
    step_up: [],
    security_get: harmless({}),
    profile_get: harmless({}),
    profile_set: harmless({ qq: '700700' }),
    password_change: [],
    totp_begin: harmless({}),
    totp_confirm: [],
    totp_off: [...missing({ operator: developer }), ...missing({ operator: staff })],
    totp_recovery_new: [],
    session_list: harmless({}, { filter: { everyone: true } }, { filter: { operator: developer } }),
    session_revoke: skipped({ handles: [session] }),
    sign_in_list: harmless({}, { filter: { everyone: true } }, { filter: { operator: developer } }),
    channel_list: harmless({}),
    channel_save: missing({ channel: 987_654_321, kind: 'mail', name: 'x' }),
    channel_delete: missing({ channel: 987_654_321 }),
    channel_test: missing({ channel: 987_654_321 }),
    channel_check: missing({ channel: 987_654_321 }),
    tokens_get: harmless({}),
    token_create: missing({ name: 'x', actions: ['code_list'], apps: [app], expires_at: SOON }),
    token_revoke: missing({ id: 987_654_321 }),
    job_list: harmless({}),
    job_cancel: missing({ id: 'nosuch' }),
  } satisfies Partial<Attempts>
}
