import { harmless, missing, type Attempts, type Target } from './attempt.ts'

export const peopleAttempts = (target: Target) => {
  const { staff, staffRole } = target
  return {
    developer_list: harmless({}, { search: 'own developer' }),
    developer_get: missing({ id: target.developer }),
    developer_create: harmless({ name: 'made by a foreigner', password: 'long enough it is' }),
    developer_update: missing({ id: target.developer, note: 'x' }),
    developer_freeze: missing({ id: target.developer }),
    developer_unfreeze: missing({ id: target.developer }),
    developer_ban: missing({ id: target.developer, reason: 'x', close_apps: true }),
    developer_unban: missing({ id: target.developer }),
    developer_password_reset: missing({ id: target.developer }),
    plan_list: harmless({}),
    plan_create: harmless({ name: 'A plan of a foreigner' }),
    plan_update: missing({ id: 1, name: 'x' }),
    plan_delete: missing({ id: 1 }),
    plan_usage: harmless({}),
    staff_list: harmless({}, { filter: { role: staffRole } }, { search: 'Target' }),
    staff_create: [],
    staff_update: missing({ id: staff, note: 'x' }),
    staff_freeze: missing({ id: staff }),
    staff_unfreeze: missing({ id: staff }),
    staff_delete: missing({ id: staff }),
    staff_password_reset: missing({ id: staff }),
    role_list: harmless({}, { search: 'Target' }),
    role_create: [],
    role_update: missing({ id: staffRole, permissions: ['codes'] }),
    role_delete: missing({ id: staffRole }),
    invitation_get: [],
    invitation_accept: [],
    invitation_revoke: missing({ id: target.invitation }),
  } satisfies Partial<Attempts>
}
