import { FOREVER, missing, pages, type Attempts, type Target } from './attempt.ts'

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
    account_recharge: missing({ id: target.account, kami }),
  } satisfies Partial<Attempts>
}
