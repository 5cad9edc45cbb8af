import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Device } from '../../domain/device/device.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { PulseSubject } from '../../domain/rules/subject-values.ts'

/** A rule about a subject that each pulse decides. */
export type PulseRule = Rule & { readonly subject: PulseSubject }

/** The rules that decide for a trading account, and the account as it was when they were found. */
export interface AccountRules {
  readonly version: number
  readonly device: Device
  readonly symbol: string
  readonly all: ReadonlyMap<RuleSubject, Rule>
  /** The rules that pulses decide, and those that time decides. */
  readonly ofPulse: readonly PulseRule[]
  readonly ofTime: readonly Rule[]
  /** Whether one of them reads the highest equity or the equity at the day's start. */
  readonly readsMarks: boolean
}
