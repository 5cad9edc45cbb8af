import type { ServiceContext } from '../service-context.ts'
import { RuleUndos } from './rule-undos.ts'
import { Rules } from './rules.ts'

export type RuleServices = ReturnType<typeof createRuleServices>

export function createRuleServices(
  context: Pick<ServiceContext, 'store' | 'registry' | 'devices' | 'rules' | 'watches' | 'clock'>,
) {
  return {
    rules: new Rules({ ...context, engine: context.rules }),
    ruleUndos: new RuleUndos({ ...context, events: context.watches.events }),
  }
}
