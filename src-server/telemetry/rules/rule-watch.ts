import type { Random } from '../../contract/ports.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import { climb } from '../../domain/rules/ladder.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { pulseValue, type EquityMarks } from '../../domain/rules/subject-values.ts'
import type { LiveDevice, LivePulse } from '../live-device.ts'
import type { EquityWatch } from './equity-watch.ts'
import type { RuleBook } from './rule-book.ts'
import type { RuleFirings } from './rule-firings.ts'
import type { RuleStates } from './rule-states.ts'

/** The rules as a pulse meets them. */
export interface PulseRules {
  /** Judges an account after its pulse became its latest one. */
  onPulse(live: LiveDevice, pulse: LivePulse, now: number): void
  /** Whether a rule decides this subject for the account, in place of the application's setting. */
  covers(live: LiveDevice, subject: RuleSubject): boolean
}

/** The rules of calls that keep nothing. */
export const NO_RULES: PulseRules = { onPulse: () => undefined, covers: () => false }

interface Parts {
  readonly book: RuleBook
  readonly states: RuleStates
  readonly equities: EquityWatch
  readonly firings: Pick<RuleFirings, 'add'>
  /** Called when an account pulses again about whose silence the rule fired. */
  readonly back: (live: LiveDevice, rule: Rule, now: number) => void
  readonly random: Random
}

const KEYS = 2 ** 32

/** Judges trading accounts by the rules that decide for them. */
export class RuleWatch implements PulseRules {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  covers(live: LiveDevice, subject: RuleSubject): boolean {
    return this.#parts.book.covers(live, subject)
  }

  onPulse(live: LiveDevice, pulse: LivePulse, now: number): void {
    const rules = this.#parts.book.of(live)
    if (rules === undefined || rules.all.size === 0) return
    const marks: EquityMarks | undefined = rules.readsMarks
      ? this.#parts.equities.follow(live, pulse, now)
      : undefined
    for (const rule of rules.ofPulse) this.judge(live, rule, pulseValue(rule.subject, pulse, marks), now)
    const silence = rules.all.get('silence')
    if (silence !== undefined) this.#endSilence(live, silence, now)
  }

  /** @param value in the unit of the rule's subject, NaN when unknown */
  judge(live: LiveDevice, rule: Rule, value: number, now: number): void {
    const { states, firings, random } = this.#parts
    const { device } = live
    if (states.isOfAnother(rule.id, device)) this.#beginAnew(live, rule)
    const climbed = climb(states.of(rule.id, device), value, rule, now)
    if (climbed === undefined) return
    states.put(rule.id, device, climbed.state)
    const fired = climbed.fired.map((level) => {
      // A rule that is changed and fires again in one second has two firings.
      const key = `rule:${rule.id}:${device.id}:${level}:${now}:${random.below(KEYS).toString(36)}`
      return { key, live, rule, level, value, at: now }
    })
    firings.add({ live, rule, fired, state: climbed.state })
  }

  /**
   * Judges a silence that goes on. A pulse alone ends it: not a restart, nor a break of the market, after which its
   * seconds count from 0.
   */
  judgeSilence(live: LiveDevice, rule: Rule, seconds: number, now: number): void {
    const state = this.#parts.states.of(rule.id, live.device)
    const fired = rule.levels.filter((_, number) => state?.[number]?.isFired ?? false)
    this.judge(live, rule, Math.max(seconds, ...fired.map(({ at }) => at)), now)
  }

  /** The other subjects of time wait for the sweep. */
  #endSilence(live: LiveDevice, rule: Rule, now: number): void {
    const { states, back } = this.#parts
    const wasSilent = states.of(rule.id, live.device)?.some(({ isFired }) => isFired) ?? false
    if (!wasSilent) return
    this.judge(live, rule, 0, now)
    back(live, rule, now)
  }

  /** The levels that another trading account reached say nothing about this one. */
  #beginAnew(live: LiveDevice, rule: Rule): void {
    const { states, firings } = this.#parts
    states.put(rule.id, live.device, [])
    firings.add({ live, rule, fired: [], state: [] })
  }
}
