/**
 * An event of a trading account. The server stores it, whether or not an alert goes out (docs/protocol.md 8).
 */
export interface RiskEvent {
  readonly kind: 'drawdown' | 'silent' | 'close_overdue'
  readonly deviceId: number
  readonly appId: number
  /** Unix seconds. */
  readonly at: number
  /**
   * The drawdown in percent; the last pulse of a silent account, Unix seconds; the open positions of an
   * overdue close. null when unknown.
   */
  readonly value: number | null
  /** Percent, or the seconds after which an account is silent. null for none. */
  readonly threshold: number | null
  /** The key of the outbox message about the event. null for none. */
  readonly outboxKey: string | null
}

/** All events of one kind for one account: the last event, the first time, and the number. */
export interface RiskEvents extends RiskEvent {
  readonly since: number
  readonly times: number
  /** The time of the last alert. null for never. */
  readonly toldAt: number | null
}

/** How long events are kept and shown, seconds. */
export const EVENT_SECONDS = 30 * 86_400

export function addEvent(earlier: RiskEvents | undefined, event: RiskEvent): RiskEvents {
  return {
    ...event,
    since: earlier?.since ?? event.at,
    times: (earlier?.times ?? 0) + 1,
    toldAt: event.outboxKey === null ? (earlier?.toldAt ?? null) : event.at,
  }
}
