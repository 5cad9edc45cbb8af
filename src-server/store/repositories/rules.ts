import type { LadderState, Rule } from '../../domain/rules/rule.ts'

/** The ladder of a rule for a trading account. */
export interface RuleState {
  readonly ruleId: number
  readonly deviceId: number
  readonly levels: LadderState
}

export type PauseSwitch = 'pause_add' | 'pause_open'

/** A pause switch that a firing set. */
export interface RulePause {
  readonly deviceId: number
  readonly switch: PauseSwitch
  readonly eventKey: string
}

/** The marks of a trading account whose equity a rule watches. */
export interface EquityMark {
  readonly deviceId: number
  readonly accountKey: string
  readonly peak: number
  /** Days since 1970 by the server's wall clock. */
  readonly day: number
  readonly dayEquity: number
}

export interface RuleFirings {
  readonly ruleId: number
  readonly times: number
  readonly lastAt: number
}

export interface RuleRepository {
  /** @param ids all of them where left out */
  all(ids?: readonly number[]): Promise<Rule[]>
  find(id: number): Promise<Rule | undefined>
  countOf(ownerId: number): Promise<number>
  insert(rule: Omit<Rule, 'id'>): Promise<Rule>
  /** @returns undefined for a rule that is gone */
  update(id: number, change: Omit<Rule, 'id' | 'createdAt'>): Promise<Rule | undefined>
  /** Deletes a rule with its states. */
  delete(id: number): Promise<boolean>

  states(): Promise<RuleState[]>
  putStates(states: readonly RuleState[]): Promise<void>
  /** Deletes the states of a rule whose levels changed. */
  dropStates(ruleId: number): Promise<void>

  /** Replaces an earlier firing's pause of the same switch. */
  putPauses(pauses: readonly RulePause[]): Promise<void>
  /** The pauses of these firings that no person has set since. */
  pausesOf(eventKeys: readonly string[]): Promise<RulePause[]>
  /** Removes the pauses of a firing. @returns the switches */
  takePauses(deviceId: number, eventKey: string): Promise<PauseSwitch[]>
  /** A person has set these switches. */
  forgetPauses(deviceIds: readonly number[], switches: readonly PauseSwitch[]): Promise<void>

  marks(): Promise<EquityMark[]>
  putMarks(marks: readonly EquityMark[]): Promise<void>

  /** The firings of each rule since then. */
  firings(since: number): Promise<RuleFirings[]>
}
