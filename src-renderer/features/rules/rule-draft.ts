import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { RuleFields, RuleRecord } from '../../../src-server/contract/records/rule.ts'
import {
  DEFAULT_COOLDOWN,
  DEFAULT_REARM,
  RULE_ACTS,
  SUBJECT_FACTS,
  type RuleAct,
  type RulePlace,
  type RuleSubject,
} from '../../../src-server/contract/rule-names.ts'

export type RuleLevel = RuleFields['levels'][number]

/** A rule while a person edits it: choices are texts, and `account` is the typed key of an account. */
export interface RuleDraft extends Omit<RuleFields, 'account' | 'agent' | 'app' | 'quiet'> {
  account: string
  /** The operator's number. Empty for none. */
  agent: string
  /** The application's number. Empty for all. */
  app: string
  isQuiet: boolean
  /** Minutes of the day. */
  quietFrom: number
  quietTo: number
}

/** A trading account that a new rule is for. */
export interface RuledAccount {
  readonly app: number
  readonly account_key: string
}

/** The levels of a new rule. They say and pause: a person decides about closing. */
const FIRST_LEVELS: Readonly<Record<RuleSubject, readonly RuleLevel[]>> = {
  drawdown_peak: [
    { at: 20, act: 'tell' },
    { at: 30, act: 'pause_open' },
  ],
  drawdown_day: [
    { at: 10, act: 'tell' },
    { at: 20, act: 'pause_open' },
  ],
  drawdown: [
    { at: 20, act: 'tell' },
    { at: 30, act: 'pause_open' },
  ],
  equity: [{ at: 1000, act: 'tell' }],
  floating_loss: [{ at: 1000, act: 'tell' }],
  margin_level: [
    { at: 300, act: 'tell' },
    { at: 150, act: 'pause_open' },
  ],
  positions: [
    { at: 20, act: 'tell' },
    { at: 30, act: 'pause_add' },
  ],
  silence: [{ at: 600, act: 'tell' }],
  close_overdue: [{ at: 5, act: 'tell' }],
  two_terminals: [{ at: 5, act: 'tell' }],
  licence_end: [
    { at: 7, act: 'tell' },
    { at: 1, act: 'tell' },
  ],
}

export const firstLevels = (subject: RuleSubject): RuleLevel[] =>
  FIRST_LEVELS[subject].map((level) => ({ ...level }))

/** The acts that a level of this subject may have, the weakest first. */
export const actsOf = (subject: RuleSubject): readonly RuleAct[] =>
  RULE_ACTS.slice(0, RULE_ACTS.indexOf(SUBJECT_FACTS[subject].strongest) + 1)

/** The level after the worst one: half as bad again, with the next stronger act. */
export function nextLevel(subject: RuleSubject, levels: readonly RuleLevel[]): RuleLevel {
  const { worse, min, max, whole } = SUBJECT_FACTS[subject]
  const last = levels.at(-1) ?? firstLevels(subject)[0] ?? { at: min, act: 'tell' }
  const [round, share] = worse === 'over' ? [Math.ceil, 1.5] : [Math.floor, 0.5]
  const digits = whole || last.at >= 10 ? 1 : 10
  const rounded = round(last.at * share * digits) / digits
  const acts = actsOf(subject)
  return {
    at: Math.min(max, Math.max(min, rounded)),
    act: acts[Math.min(acts.length - 1, acts.indexOf(last.act) + 1)] ?? last.act,
  }
}

const NIGHT = { from: 22 * 60, to: 7 * 60 } as const

/** @param account the account of a new rule. Undefined: the rule holds for everything */
export function ruleDraft(rule: RuleRecord | undefined, account?: RuledAccount): RuleDraft {
  if (rule === undefined)
    return {
      name: '',
      place: account === undefined ? 'application' : 'account',
      account: account?.account_key ?? '',
      agent: '',
      word: '',
      app: account === undefined ? '' : String(account.app),
      subject: 'drawdown',
      levels: firstLevels('drawdown'),
      rearm: DEFAULT_REARM,
      cooldown: DEFAULT_COOLDOWN,
      isQuiet: false,
      quietFrom: NIGHT.from,
      quietTo: NIGHT.to,
      starts_at: null,
      enabled: true,
      people: [],
    }
  const { name, place, word, subject, rearm, cooldown, starts_at, enabled } = rule
  return {
    ...{ name, place, word, subject, rearm, cooldown, starts_at, enabled },
    account: rule.account_key,
    agent: String(rule.agent ?? ''),
    app: String(rule.app ?? ''),
    levels: rule.levels.map((level) => ({ ...level })),
    isQuiet: rule.quiet !== null,
    quietFrom: rule.quiet?.from ?? NIGHT.from,
    quietTo: rule.quiet?.to ?? NIGHT.to,
    people: [...rule.people],
  }
}

/** The member that names a rule's place. undefined for an application, which `app` names. */
export function placedBy(place: RulePlace): 'account' | 'agent' | 'word' | undefined {
  if (place === 'account' || place === 'agent') return place
  return place === 'application' ? undefined : 'word'
}

/**
 * The members of a rule as the server takes them, without what its place doesn't have.
 * @param found the account with the typed key
 */
export function ruleInput(draft: RuleDraft, found: number | null): ActionInput<'rule_save'> {
  const { account: _, isQuiet, quietFrom, quietTo, place, agent, word, app, ...members } = draft
  const by = placedBy(place)
  return {
    ...members,
    place,
    account: by === 'account' ? found : null,
    agent: by === 'agent' && agent !== '' ? Number(agent) : null,
    word: by === 'word' ? word : '',
    app: by === 'account' || app === '' ? null : Number(app),
    quiet: isQuiet ? { from: quietFrom, to: quietTo } : null,
  }
}
