/** Something that happened to a trading account: it is kept, whether anybody is told or not (protocol.md 8). */
export interface RiskEvent {
  readonly kind: 'drawdown' | 'silent' | 'close_overdue'
  readonly deviceId: number
  readonly appId: number
  /** Unix seconds. */
  readonly at: number
  /**
   * Drawdown in percent; the last pulse of an account that is silent, Unix seconds; open positions of a close that is overdue. null where
   * none was said.
   */
  readonly value: number | null
  /** Percent; the seconds after which an account is silent. null where there is none. */
  readonly threshold: number | null
  /** The outbox message that tells of it; null where none was sent. */
  readonly outboxKey: string | null
}

/** All events of a kind of one account: the last of them, since when, and how many. */
export interface RiskEvents extends RiskEvent {
  readonly since: number
  readonly times: number
  /** When somebody was told of one last; null for never. */
  readonly toldAt: number | null
}

/** Events are kept and shown so long, seconds. */
export const EVENT_SECONDS = 30 * 86_400

export function addEvent(earlier: RiskEvents | undefined, event: RiskEvent): RiskEvents {
  return {
    ...event,
    since: earlier?.since ?? event.at,
    times: (earlier?.times ?? 0) + 1,
    toldAt: event.outboxKey === null ? (earlier?.toldAt ?? null) : event.at,
  }
}
