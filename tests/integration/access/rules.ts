import { ruleInput } from '../../support/rule-input.ts'
import { missing, type Attempts, type Target } from './attempt.ts'

const tried = (change: Parameters<typeof ruleInput>[0]) => ({
  ...ruleInput(change),
  from: 0,
  to: 1_700_000_000,
})

export const ruleAttempts = ({ app, device, rule }: Target) =>
  ({
    rule_list: [{ input: {}, expected: { none: true } }],
    rule_save: [
      ...missing(ruleInput({ rule })),
      ...missing(ruleInput({ app })),
      ...missing(ruleInput({ place: 'account', account: device })),
    ],
    rule_try: [
      ...missing(tried({ rule })),
      ...missing(tried({ app })),
      ...missing(tried({ place: 'account', account: device })),
    ],
    rule_people: missing({ app }),
    device_rules: missing({ id: device }),
    rule_delete: missing({ rule }),
    risk_undo: missing({ key: `rule:${rule}:${device}:0:1700000000` }),
  }) satisfies Partial<Attempts>
