import type { RuleAct } from '../../contract/rule-names.ts'

/**
 * An event of a trading account. The server stores it, whether or not an alert goes out (docs/protocol.md 8).
 */
export interface RiskEvent {
  /** `back`: the end of a silence. It is no risk, and the review shows none. */
  readonly kind: 'drawdown' | 'margin' | 'silent' | 'back' | 'close_overdue' | 'rule'
  readonly deviceId: number
  readonly appId: number
  /** Unix seconds. */
  readonly at: number
  /**
   * The drawdown or the margin level in percent; the last pulse of a silent account, Unix seconds; the open positions of an
   * overdue close; the subject's value when a rule fired. null when unknown.
   */
  readonly value: number | null
  /**
   * Percent; the seconds after which an account is silent; the value of the rule's level. null for none.
   */
  readonly threshold: number | null
  /** The key of the outbox message about the event. null for none. */
  readonly outboxKey: string | null
  /** The firing of a rule. null for other events. */
  readonly firing: Firing | null
  /**
   * `wanted`: a message about the event has to be written. `told`: it is in the outbox. `held`: the message waits for the end of
   * the rule's quiet hours. `snoozed`: nobody wants a message now. Empty: nobody gets one.
   */
  readonly tell: '' | 'wanted' | 'held' | 'told' | 'snoozed'
  /** Left out where the message names no figures of the moment. */
  readonly facts?: AlertFacts | undefined
}

/** The figures of the moment that a message about an event names. null for an unknown one. */
export interface AlertFacts {
  readonly equity: number | null
  readonly positions: number | null
  /** When the terminal took the close order, Unix seconds, and how often the server repeated it in vain. */
  readonly deliveredAt?: number
  readonly repeats?: number
}

/** The part of an event that only the firing of a rule has. */
export interface Firing {
  /** Identifies the firing. */
  readonly key: string
  readonly ruleId: number
  /** The number of the level, from 0. */
  readonly level: number
  readonly act: RuleAct
  /** The close command that it asked for. null for none. */
  readonly commandId: number | null
  /** When and by whom its pause was undone. */
  readonly undoneAt: number | null
  readonly undoneBy: string
}

/** All events of one kind for one account: the last event, the first time, and the number. */
export interface RiskEvents extends Omit<RiskEvent, 'kind'> {
  readonly kind: Exclude<RiskEvent['kind'], 'back'>
  readonly since: number
  readonly times: number
  /** The time of the last event with an alert. null for never. */
  readonly toldAt: number | null
}

/** How long events are kept and shown, seconds. */
export const EVENT_SECONDS = 30 * 86_400

export type SummedEvent = RiskEvent & Pick<RiskEvents, 'kind'>

export function addEvent(earlier: RiskEvents | undefined, event: SummedEvent): RiskEvents {
  return {
    ...event,
    since: earlier?.since ?? event.at,
    times: (earlier?.times ?? 0) + 1,
    toldAt: event.tell === '' || event.tell === 'held' ? (earlier?.toldAt ?? null) : event.at,
  }
}
