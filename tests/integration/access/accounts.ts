import { FOREVER, harmless, missing, pages, skipped, type Attempts, type Target } from './attempt.ts'

export const accountsAttempts = (target: Target) => {
  const { app, kami } = target
  return {
    account_list: [
      ...pages([{ app }, { disabled: false }]),
      { input: { search: 'targetuser' }, expected: { none: true } },
    ],
    account_create: missing({ app, user: 'foreigner', password: 'secret-1', qq: '9' }),
    account_update: missing({ id: target.account, vip: FOREVER, password: 'secret-1' }),
    account_delete: [{ input: { ids: [target.account] }, expected: { skipped: true } }],
    account_get: missing({ id: target.account }),
    account_password_reset: missing({ id: target.account }),
    account_bulk: skipped(
      { ids: [target.account], disabled: true },
      { filter: { app }, extend_seconds: 60 },
      { filter: {}, search: 'targetuser', disabled: true },
      { filter: { app }, disabled: true, dry_run: true },
    ),
    account_export: harmless({ filter: { app } }, { search: 'targetuser', format: 'json' }),
    account_import: missing({ app, rows: [{ user: 'foreigner', qq: '9' }] }),
    account_recharge: missing({ id: target.account, kami }),
  } satisfies Partial<Attempts>
}
