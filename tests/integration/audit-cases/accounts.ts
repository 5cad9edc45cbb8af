import type { AuditCases } from './audit-case.ts'

export const accountsCases = {
  account_create: async (world) => ({
    app: await world.app(),
    user: 'newuser',
    password: 'secret-2',
    qq: '1',
  }),
  account_update: async (world) => ({ id: await world.account(), name: 'Somebody', password: 'secret-3' }),
  account_password_reset: async (world) => ({ id: await world.account() }),
  account_bulk: async (world) => ({ ids: [await world.account()], disabled: true }),
  account_delete: async (world) => ({ ids: [await world.account()] }),
  account_import: async (world) => ({
    app: await world.app(),
    rows: [
      { user: 'imported1', qq: '1', password: 'secret-4' },
      { user: 'imported2', qq: '2' },
    ],
  }),
  account_recharge: async (world) => {
    const { app, kami } = await world.code()
    return { id: await world.account(app), kami }
  },
} satisfies Partial<AuditCases>
