import type { AuditCases } from './audit-case.ts'

export const codesCases = {
  code_generate: async (world) => ({ app: await world.app(), type: 'permanent', count: 2 }),
  code_import: async (world) => ({
    app: await world.app(),
    rows: [{ kami: `TAKEN-OVER-${world.next()}`, type: 'permanent' }],
  }),
} satisfies Partial<AuditCases>
