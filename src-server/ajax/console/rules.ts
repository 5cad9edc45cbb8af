import type { ActionOutput } from '../../contract/actions/index.ts'
import type { RULE_CONTRACT } from '../../contract/actions/rules.ts'
import { onWire } from '../../contract/spelling.ts'
import type { RuleServices } from '../../services/rules/create-rule-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const ruleActions = ({ rules, ruleTrials, heldRules, ruleUndos }: RuleServices) =>
  ({
    rule_list: async ({ actor }) => ({ rows: await rules.list(actor) }),
    rule_save: ({ actor }, { rule, ...fields }) => rules.save(actor, rule, fields),
    rule_delete: ({ actor }, { rule }) => emptyAfter(rules.delete(actor, rule)),
    rule_try: ({ actor }, { rule, from, to, limit, ...fields }) =>
      ruleTrials.of(actor, { id: rule, fields, from, to, limit }),
    rule_people: async ({ actor }, { app }) => ({ rows: await rules.people(actor, app) }),
    device_rules: ({ actor }, { id }) => heldRules.of(actor, id),
    risk_undo: async ({ actor }, { key }) =>
      onWire<ActionOutput<'risk_undo'>>(await ruleUndos.undo(actor, key)),
  }) satisfies ActionsOf<typeof RULE_CONTRACT>
