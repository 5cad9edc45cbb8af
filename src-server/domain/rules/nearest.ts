import { RULE_PLACES, type RuleSubject } from '../../contract/rule-names.ts'
import type { Rule } from './rule.ts'
import { wordTest } from './words.ts'

/** The facts of a trading account that the places of rules ask for. */
export interface Placed {
  readonly deviceId: number
  readonly appId: number
  readonly ownerId: number
  /** The symbol of its last pulse. */
  readonly symbol: string
  readonly server: string
  readonly tags: readonly string[]
  /** The account's agent, then the agent above, and so on. */
  readonly agents: readonly number[]
}

/** A rule with the test of its word, made once. */
export interface PlacedRule {
  readonly rule: Rule
  readonly isWord: (text: string) => boolean
}

export function placedRule(rule: Rule): PlacedRule {
  return { rule, isWord: wordTest(rule.word) }
}

/** Ranks of places are further apart than agents are deep. */
const PLACE_STEP = 100

/** The distance of a rule's place from the account. undefined when the rule doesn't hold for it. */
function distanceOf({ rule, isWord }: PlacedRule, account: Placed): number | undefined {
  if (rule.ownerId !== account.ownerId) return undefined
  if (rule.appId !== null && rule.appId !== account.appId) return undefined
  const depth = depthIn(rule, isWord, account)
  return depth < 0 ? undefined : RULE_PLACES.indexOf(rule.place) * PLACE_STEP + depth
}

/** 0, or the number of agents between. -1 when the place is another one. */
function depthIn(rule: Rule, isWord: (text: string) => boolean, account: Placed): number {
  switch (rule.place) {
    case 'account':
      return rule.accountId === account.deviceId ? 0 : -1
    case 'symbol':
      return account.symbol !== '' && isWord(account.symbol) ? 0 : -1
    case 'server':
      return isWord(account.server) ? 0 : -1
    case 'tag':
      return account.tags.some(isWord) ? 0 : -1
    case 'agent':
      return rule.agentId === null ? -1 : account.agents.indexOf(rule.agentId)
    case 'application':
      return 0
  }
}

/**
 * The rules that decide for an account: for each subject, the nearest one. Of two rules of one place, the one of a single
 * application decides, and then the older one.
 * @param rules those in effect
 */
export function nearestRules(rules: Iterable<PlacedRule>, account: Placed): Map<RuleSubject, Rule> {
  const nearest = new Map<RuleSubject, Candidate>()
  for (const candidate of candidatesFor(account, rules)) {
    const { subject } = candidate.rule
    const known = nearest.get(subject)
    if (known === undefined || isNearer(candidate, known)) nearest.set(subject, candidate)
  }
  return new Map(Array.from(nearest, ([subject, { rule }]) => [subject, rule]))
}

/** All rules that hold for an account, by subject, the nearest first. The first one decides. */
export function rankedRules(rules: Iterable<PlacedRule>, account: Placed): Map<RuleSubject, Rule[]> {
  const candidates = [...candidatesFor(account, rules)]
  candidates.sort((one, other) => (isNearer(one, other) ? -1 : 1))
  return Map.groupBy(
    candidates.map(({ rule }) => rule),
    ({ subject }) => subject,
  )
}

interface Candidate {
  readonly rule: Rule
  readonly distance: number
}

/** The rules that hold for an account. */
function* candidatesFor(account: Placed, rules: Iterable<PlacedRule>): Generator<Candidate> {
  for (const placed of rules) {
    const distance = distanceOf(placed, account)
    if (distance !== undefined) yield { rule: placed.rule, distance }
  }
}

function isNearer(one: Candidate, other: Candidate): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance
  const [isOne, isOther] = [one.rule.appId !== null, other.rule.appId !== null]
  return isOne === isOther ? one.rule.id < other.rule.id : isOne
}
