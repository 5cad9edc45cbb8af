import type { AuditCases } from './audit-case.ts'

export const mailCases = {
  mail_test: async ({ owner }) => {
    // No server listens there, and the row says so.
    await owner.call('settings_set', {
      mail: { host: '127.0.0.1', port: 9, security: 'plain', from_address: 'desk@example.com' },
    })
    return { to: 'somebody@example.com' }
  },
  notice_set: { as: (world) => world.someone(), send: () => ({ security: false }) },
} satisfies Partial<AuditCases>
