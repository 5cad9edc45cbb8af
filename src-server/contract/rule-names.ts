/** The places of rules, the nearest first. For each subject, the nearest rule of a trading account decides alone. */
export const RULE_PLACES = ['account', 'symbol', 'server', 'tag', 'agent', 'application'] as const
export type RulePlace = (typeof RULE_PLACES)[number]

/** The acts of a level, the weakest first. Every act sends a message too. */
export const RULE_ACTS = ['tell', 'pause_add', 'pause_open', 'close_all'] as const
export type RuleAct = (typeof RULE_ACTS)[number]

export const RULE_SUBJECTS = [
  /** Percent below the highest equity since the record is watched. */
  'drawdown_peak',
  /** Percent below the equity at the day's start. */
  'drawdown_day',
  /** Percent of the balance. */
  'drawdown',
  'equity',
  /** The floating loss, as an amount above 0. */
  'floating_loss',
  'margin_level',
  'positions',
  /** Seconds without a pulse while the market is open. */
  'silence',
  /** Minutes since a terminal took a close command that is not carried out. */
  'close_overdue',
  /** Minutes since several terminals report for the account. */
  'two_terminals',
  /** Days until the licence ends. */
  'licence_end',
] as const
export type RuleSubject = (typeof RULE_SUBJECTS)[number]

export type RuleUnit = 'percent' | 'amount' | 'count' | 'seconds' | 'minutes' | 'days'

interface SubjectFacts {
  readonly unit: RuleUnit
  /** `over`: a level is reached at its value or above. `under`: at its value or below. */
  readonly worse: 'over' | 'under'
  /** The strongest act that a level of this subject may have. */
  readonly strongest: RuleAct
  /** The range of a level's value. */
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

const AMOUNT = 1e12

/** The facts of each subject that the rules, their input and their screen share. */
export const SUBJECT_FACTS: Readonly<Record<RuleSubject, SubjectFacts>> = {
  drawdown_peak: { unit: 'percent', worse: 'over', strongest: 'close_all', min: 0.1, max: 100, whole: false },
  drawdown_day: { unit: 'percent', worse: 'over', strongest: 'close_all', min: 0.1, max: 100, whole: false },
  drawdown: { unit: 'percent', worse: 'over', strongest: 'close_all', min: 0.1, max: 1000, whole: false },
  equity: { unit: 'amount', worse: 'under', strongest: 'close_all', min: 0.01, max: AMOUNT, whole: false },
  floating_loss: {
    unit: 'amount',
    worse: 'over',
    strongest: 'close_all',
    min: 0.01,
    max: AMOUNT,
    whole: false,
  },
  margin_level: { unit: 'percent', worse: 'under', strongest: 'close_all', min: 1, max: 1e6, whole: false },
  positions: { unit: 'count', worse: 'over', strongest: 'close_all', min: 1, max: 1e6, whole: true },
  silence: { unit: 'seconds', worse: 'over', strongest: 'tell', min: 60, max: 604_800, whole: true },
  close_overdue: { unit: 'minutes', worse: 'over', strongest: 'close_all', min: 1, max: 1440, whole: true },
  two_terminals: { unit: 'minutes', worse: 'over', strongest: 'pause_open', min: 0, max: 1440, whole: true },
  licence_end: { unit: 'days', worse: 'under', strongest: 'pause_open', min: 0, max: 365, whole: true },
}

export const MAX_RULE_NAME = 64
export const MAX_RULE_LEVELS = 8
/** The maximum number of persons that a rule names. */
export const MAX_RULE_PEOPLE = 20
/** The maximum number of rules of one owner. */
export const MAX_RULES = 200
/** The maximum length of a symbol, a server's name or a tag of a rule, characters. */
export const MAX_RULE_WORD = 64

/** A level is armed again when its value is back by this share of it, percent. */
export const DEFAULT_REARM = 80
export const MIN_REARM = 10
export const MAX_REARM = 99
/** The time in which a level fires at most once, seconds. */
export const DEFAULT_COOLDOWN = 900
export const MIN_COOLDOWN = 60
export const MAX_COOLDOWN = 604_800

/** The longest span of a dry run, seconds. */
export const MAX_TRIED_SPAN = 31 * 86_400
/** The maximum number of firings that a dry run lists. */
export const MAX_TRIED_ROWS = 200

/** The reasons why a rule has no effect: its place was deleted, it is switched off, or its time has not come. */
export const RULE_IDLE = ['place_gone', 'off', 'not_yet'] as const
