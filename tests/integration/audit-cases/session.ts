import type { AuditCases } from './audit-case.ts'

export const sessionCases = {
  login: { elsewhere: 'sign-ins have a history of their own' },
  setup: { elsewhere: 'there is an owner already; session.test.ts' },
  logout: { elsewhere: 'it ends what the caller has; session.test.ts' },
  step_up: { elsewhere: 'it changes nothing but what the caller may do next; session.test.ts' },
  job_cancel: async (world) => {
    const order = { app: await world.app(), type: 'permanent', count: 100_000 } as const
    const { job } = await world.owner.call('code_generate', order)
    return { id: job! }
  },
} satisfies Partial<AuditCases>
