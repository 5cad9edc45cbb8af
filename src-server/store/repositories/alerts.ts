import type { Burst } from '../../domain/alerts/burst.ts'
import type { Cause, Escalation, EscalationPlan } from '../../domain/alerts/cause.ts'
import type { RiskEvent } from '../../domain/risk/risk-event.ts'
import type { Snooze } from '../../domain/risk/snooze.ts'

/** The events of one cause and level that wait for a message. */
export interface WantedGroup extends Cause {
  readonly level: number
  /** The time of the first one, Unix seconds. */
  readonly firstAt: number
}

export type StoredEvent = RiskEvent & { readonly id: number }

/** Messages about events of trading accounts, from the wish for one to the next person. */
export interface AlertRepository {
  wanted(): Promise<WantedGroup[]>
  /** The rules whose alerts wait for the end of quiet hours. */
  heldRules(): Promise<number[]>
  /** The alerts of a rule's quiet hours want a message now. */
  releaseHeld(ruleId: number): Promise<void>
  /** The events of a cause that wait for a message, in the order of their time. */
  wantedOf(cause: Cause): Promise<StoredEvent[]>
  /** The last event of a cause for each of these trading accounts. */
  lastOf(cause: Cause, deviceIds: readonly number[]): Promise<StoredEvent[]>
  /** Ends the wait of these events. */
  settle(ids: readonly number[], tell: RiskEvent['tell'], outboxKey: string | null): Promise<void>
  /** The number of events since then that were snoozed, by kind and application. */
  snoozedSince(
    since: number,
  ): Promise<{ readonly kind: RiskEvent['kind']; readonly appId: number; readonly count: number }[]>

  /** By the key of their cause. @param causes all of them where left out */
  bursts(causes?: readonly string[]): Promise<ReadonlyMap<string, Burst>>
  putBurst(cause: string, burst: Burst): Promise<void>
  forgetBursts(toldBefore: number): Promise<void>

  /** By application. An application without an entry escalates nothing. */
  plans(): Promise<ReadonlyMap<number, EscalationPlan>>
  planOf(appId: number): Promise<EscalationPlan | undefined>
  /** @param plan undefined for none */
  setPlan(appId: number, plan: EscalationPlan | undefined): Promise<void>
  escalationsDue(now: number): Promise<Escalation[]>
  /** Keeps an escalation of the same cause that waits already. */
  addEscalation(escalation: Escalation): Promise<void>
  moveEscalation(cause: Cause, change: Pick<Escalation, 'dueAt' | 'step'>): Promise<void>
  dropEscalation(cause: Cause): Promise<void>

  /** @param ids all of them where left out */
  snoozes(ids?: readonly number[]): Promise<Snooze[]>
  addSnooze(snooze: Omit<Snooze, 'id'>): Promise<Snooze>
  deleteSnoozes(ids: readonly number[]): Promise<void>
}
