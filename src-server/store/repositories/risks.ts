import type { MessageState } from '../../contract/outgoing-names.ts'
import type { RiskEvent, RiskEvents } from '../../domain/risk/risk-event.ts'
import type { RiskNote } from '../../domain/risk/risk.ts'

export interface RiskRepository {
  /** Keeps the last 200 of each kind and account. */
  addEvents(events: readonly RiskEvent[]): Promise<void>
  /** What each account has had of each kind since then, the one whose last is the newest at the end; at most `limit`, the newest. */
  events(since: number, limit: number): Promise<RiskEvents[]>
  forgetEvents(before: number): Promise<void>
  notes(): Promise<RiskNote[]>
  /** In place of what was said of the same before. */
  putNote(note: RiskNote): Promise<void>
  deleteNotes(keys: readonly string[]): Promise<void>
  /** How messages of the outbox fare. */
  deliveries(
    keys: readonly string[],
  ): Promise<{ readonly key: string; readonly state: MessageState; readonly lastError: string }[]>
  /** Codes by their ids, whether in use or in the bin. */
  codes(ids: readonly number[]): Promise<{ readonly id: number; readonly kami: string }[]>
}
