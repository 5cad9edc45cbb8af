import type { RuleAct, RulePlace, RuleSubject } from '../../contract/rule-names.ts'

export interface RuleLevel {
  /** In the unit of the rule's subject. */
  readonly at: number
  readonly act: RuleAct
}

/** Minutes of the day by the server's wall clock. `from` may be after `to`. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** A rule as stored. Times are Unix seconds. */
export interface Rule {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly place: RulePlace
  readonly accountId: number | null
  readonly agentId: number | null
  /** The symbol, the server's name or the tag. Empty for other places. */
  readonly word: string
  /** null: all applications of the owner. */
  readonly appId: number | null
  readonly subject: RuleSubject
  /** From the mildest to the worst. */
  readonly levels: readonly RuleLevel[]
  /** Percent of a level at which the level is armed again. */
  readonly rearm: number
  /** Seconds. */
  readonly cooldown: number
  readonly quiet: QuietHours | null
  readonly startsAt: number | null
  readonly enabled: boolean
  /** The persons that get the messages. Empty: the usual recipients of the application. */
  readonly people: readonly number[]
  readonly createdAt: number
}

/** A ladder of levels, without the place where it holds. */
export type Ladder = Pick<Rule, 'subject' | 'levels' | 'rearm' | 'cooldown'>

/** The state of one level for one trading account. */
export interface LevelState {
  /** The level has fired, and its value has not come back far enough since. */
  readonly isFired: boolean
  /** The time of the last firing, Unix seconds. null for never. */
  readonly firedAt: number | null
}

/** The states of all levels of a rule for one trading account, in the order of the levels. */
export type LadderState = readonly LevelState[]

/** Whether an account's ladder of one rule goes on under the other. */
export function isSameLadder(one: Ladder, other: Ladder): boolean {
  const { levels } = other
  return (
    one.subject === other.subject &&
    one.levels.length === levels.length &&
    one.levels.every(({ at, act }, number) => {
      const level = levels[number]
      return at === level?.at && act === level.act
    })
  )
}

/** Whether both rules hold at one place. */
export function isSamePlace(one: Rule, other: Rule): boolean {
  return (
    one.place === other.place &&
    one.accountId === other.accountId &&
    one.agentId === other.agentId &&
    one.word === other.word &&
    one.appId === other.appId
  )
}
