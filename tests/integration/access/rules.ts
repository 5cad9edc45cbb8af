import { ruleInput } from '../../support/rule-input.ts'
import { missing, type Attempts, type Target } from './attempt.ts'

export const ruleAttempts = ({ app, device, rule }: Target) =>
  ({
    rule_list: [{ input: {}, expected: { none: true } }],
    rule_save: [
      ...missing(ruleInput({ rule })),
      ...missing(ruleInput({ app })),
      ...missing(ruleInput({ place: 'account', account: device })),
    ],
    rule_delete: missing({ rule }),
    risk_undo: missing({ key: `rule:${rule}:${device}:0:1700000000` }),
  }) satisfies Partial<Attempts>
