import type { ServiceContext } from '../service-context.ts'
import { RuleUndos } from './rule-undos.ts'
import { HeldRules } from './held-rules.ts'
import { HistoryTrials } from './history-trials.ts'
import { RuleTrials } from './rule-trials.ts'
import { Rules } from './rules.ts'

export type RuleServices = ReturnType<typeof createRuleServices>

export function createRuleServices(
  context: Pick<
    ServiceContext,
    'store' | 'registry' | 'devices' | 'rules' | 'watches' | 'markets' | 'clock' | 'telemetry' | 'utcOffset'
  >,
) {
  const parts = { ...context, engine: context.rules }
  const history = new HistoryTrials(context)
  return {
    rules: new Rules(parts),
    ruleTrials: new RuleTrials({ ...parts, history }),
    heldRules: new HeldRules(parts),
    ruleUndos: new RuleUndos({ ...context, events: context.watches.events }),
  }
}
