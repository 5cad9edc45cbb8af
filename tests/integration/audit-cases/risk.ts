import type { AuditCases } from './audit-case.ts'

export const riskCases = {
  risk_acknowledge: async (world) => {
    const app = await world.app()
    const { rows } = await world.owner.call('risk_list', { app })
    return { keys: [rows[0]!.key], note: 'seen' }
  },
} satisfies Partial<AuditCases>
