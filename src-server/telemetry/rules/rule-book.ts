import type { RuleSubject } from '../../contract/rule-names.ts'
import { serverOf } from '../../contract/account-key.ts'
import {
  nearestRules,
  placedRule,
  rankedRules,
  type Placed,
  type PlacedRule,
} from '../../domain/rules/nearest.ts'
import { isPulseSubject } from '../../domain/rules/subject-values.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Store } from '../../store/store.ts'
import type { LiveDevice } from '../live-device.ts'
import type { AccountRules, PulseRule } from './account-rules.ts'

interface Parts {
  /** An agent, then the agent above, and so on. */
  readonly agentsFrom: (agentId: number) => readonly number[]
  readonly isDemo: (appId: number) => boolean
}

const NONE: AccountRules['all'] = new Map()

/**
 * All rules in memory, and which of them decides for which trading account. An account keeps its rules until a rule or
 * the account changes, so a pulse costs a comparison. The book follows the store at each commit.
 */
export class RuleBook {
  readonly #parts: Parts
  readonly #rules = new Map<number, Rule>()
  /** The rules in effect, by their owners. */
  #inEffect: ReadonlyMap<number, readonly PlacedRule[]> = new Map()
  #version = 1
  /** The next start of a rule, Unix seconds. */
  #nextStart = Infinity
  #hasTimeRules = false
  #changed: () => void = () => undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Calls the hook after other rules are in effect. */
  onChange(hook: () => void): void {
    this.#changed = hook
  }

  async load(store: Store, now: number): Promise<void> {
    this.#rules.clear()
    for (const rule of await store.read((unit) => unit.rules.all())) this.#rules.set(rule.id, rule)
    this.#compile(now)
  }

  put(rule: Rule, now: number): void {
    this.#rules.set(rule.id, rule)
    this.#compile(now)
  }

  remove(id: number, now: number): void {
    this.#rules.delete(id)
    this.#compile(now)
  }

  find(id: number): Rule | undefined {
    return this.#rules.get(id)
  }

  all(): Iterable<Rule> {
    return this.#rules.values()
  }

  /** Whether no rule is in effect. */
  get isEmpty(): boolean {
    return this.#inEffect.size === 0
  }

  /** Whether a rule in effect is about a subject that time decides. */
  get hasTimeRules(): boolean {
    return this.#hasTimeRules
  }

  /** Runs once a second: puts rules into effect whose start has come. */
  startDue(now: number): void {
    if (now >= this.#nextStart) this.#compile(now)
  }

  /** The rules that decide for an account. undefined when no rule is in effect. */
  of(live: LiveDevice): AccountRules | undefined {
    if (this.#inEffect.size === 0) return undefined
    const { rules, device, pulse } = live
    const symbol = pulse?.symbol ?? ''
    if (
      rules !== undefined &&
      rules.version === this.#version &&
      rules.device === device &&
      rules.symbol === symbol
    )
      return rules
    return (live.rules = this.#find(live, symbol))
  }

  /** Whether a rule decides this subject for the account. The application's own settings then don't. */
  covers(live: LiveDevice, subject: RuleSubject): boolean {
    return this.of(live)?.all.has(subject) ?? false
  }

  /** The accounts for which a rule decides. */
  *coveredBy({ id, subject }: Rule, accounts: Iterable<LiveDevice>): Generator<LiveDevice> {
    for (const live of accounts) if (this.of(live)?.all.get(subject)?.id === id) yield live
  }

  /** All rules in effect that hold for an account, by subject, the nearest first. */
  ranked(live: LiveDevice): ReadonlyMap<RuleSubject, readonly Rule[]> {
    const account = this.#placed(live)
    return account === undefined ? new Map() : rankedRules(this.#inEffect.get(live.ownerId) ?? [], account)
  }

  /** Makes a test for the accounts for which a rule would decide, in place of its stored version if there is one. */
  decidesFor(rule: Rule): (live: LiveDevice) => boolean {
    const others = this.#inEffect.get(rule.ownerId) ?? []
    const rivals = others.filter((other) => other.rule.id !== rule.id && other.rule.subject === rule.subject)
    const rules = [...rivals, placedRule(rule)]
    return (live) => {
      const account = this.#placed(live)
      return account !== undefined && nearestRules(rules, account).get(rule.subject) === rule
    }
  }

  #find(live: LiveDevice, symbol: string): AccountRules {
    const account = this.#placed(live)
    const all = account === undefined ? NONE : nearestRules(this.#inEffect.get(live.ownerId) ?? [], account)
    const rules = [...all.values()]
    return {
      version: this.#version,
      device: live.device,
      symbol,
      all,
      ofPulse: rules.filter((rule): rule is PulseRule => isPulseSubject(rule.subject)),
      ofTime: rules.filter(({ subject }) => !isPulseSubject(subject)),
      readsMarks: all.has('drawdown_peak') || all.has('drawdown_day'),
    }
  }

  /** undefined for a demo account, for which no rule holds. */
  #placed({ device, ownerId, pulse }: LiveDevice): Placed | undefined {
    const { id: deviceId, appId, agentId, accountKey } = device
    if (this.#parts.isDemo(appId)) return undefined
    return {
      deviceId,
      appId,
      ownerId,
      symbol: pulse?.symbol ?? '',
      server: serverOf(accountKey),
      tags: device.tags,
      agents: agentId === null ? [] : this.#parts.agentsFrom(agentId),
    }
  }

  #compile(now: number): void {
    const enabled = [...this.#rules.values()].filter((rule) => rule.enabled)
    const hasBegun = ({ startsAt }: Rule) => startsAt === null || startsAt <= now
    const inEffect = enabled.filter(hasBegun)
    this.#inEffect = Map.groupBy(inEffect.map(placedRule), ({ rule }) => rule.ownerId)
    this.#hasTimeRules = inEffect.some(({ subject }) => !isPulseSubject(subject))
    this.#nextStart = Math.min(
      Infinity,
      ...enabled.filter((rule) => !hasBegun(rule)).map(({ startsAt }) => startsAt ?? Infinity),
    )
    this.#version++
    this.#changed()
  }
}
