import { SOON } from '../access/attempt.ts'
import type { AuditCases } from './audit-case.ts'

export const riskCases = {
  risk_acknowledge: async (world) => {
    const app = await world.app()
    const { rows } = await world.owner.call('risk_list', { app })
    return { keys: [rows[0]!.key], note: 'seen' }
  },
  risk_snooze: async (world) => ({ kind: 'silent', app: await world.app(), until: SOON }),
  risk_snooze_end: async (world) => ({
    snooze: (await world.owner.call('risk_snooze', { kind: 'drawdown', app: await world.app(), until: SOON }))
      .id,
  }),
  app_escalation_set: async (world) => ({ app: await world.app(), minutes: 10, people: [1] }),
} satisfies Partial<AuditCases>
