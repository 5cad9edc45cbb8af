import { ruleInput } from '../../support/rule-input.ts'
import type { AuditCases } from './audit-case.ts'

export const ruleCases = {
  rule_save: async (world) => ruleInput({ app: await world.app() }),
  rule_delete: async (world) => ({
    rule: (await world.owner.call('rule_save', ruleInput({ app: await world.app() }))).id,
  }),
  risk_undo: { elsewhere: 'rules-act.test.ts: the undo needs a pause that a rule set' },
} satisfies Partial<AuditCases>
