import type { MessageState } from '../../contract/outgoing-names.ts'
import type { RiskEvent, RiskEvents } from '../../domain/risk/risk-event.ts'
import type { RiskNote } from '../../domain/risk/risk.ts'
import type { Span } from './performance.ts'

export interface RiskRepository {
  /** Keeps the last 200 events of each kind and account. */
  addEvents(events: readonly RiskEvent[]): Promise<void>
  /**
   * The events of each account and kind since then, at most the newest `limit`. The one with the newest event
   * comes last.
   */
  events(since: number, limit: number): Promise<RiskEvents[]>
  /** The firing of a rule by its key. */
  firing(key: string): Promise<RiskEvent | undefined>
  /** The last firings of rules for a trading account, newest first. */
  firingsOf(deviceId: number, limit: number): Promise<RiskEvent[]>
  /** The newest events of a trading account in a span, the newest first. */
  eventsOf(deviceId: number, span: Span): Promise<RiskEvent[]>
  /** Marks the firing's pause as undone. */
  markUndone(key: string, at: number, by: string): Promise<void>
  forgetEvents(before: number): Promise<void>
  /** @param keys all of them where left out */
  notes(keys?: readonly string[]): Promise<RiskNote[]>
  /** Replaces earlier notes on the same risks. */
  putNotes(notes: readonly RiskNote[]): Promise<void>
  deleteNotes(keys: readonly string[]): Promise<void>
  /** The states of messages in the outbox. */
  deliveries(
    keys: readonly string[],
  ): Promise<{ readonly key: string; readonly state: MessageState; readonly lastError: string }[]>
  /** Codes by their ids, in use or in the recycle bin. */
  codes(ids: readonly number[]): Promise<{ readonly id: number; readonly kami: string }[]>
}
