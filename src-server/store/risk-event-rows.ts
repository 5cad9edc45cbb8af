import type { RuleAct } from '../contract/rule-names.ts'
import type { AlertFacts, Firing, RiskEvent, RiskEvents } from '../domain/risk/risk-event.ts'
import type { StoredEvent } from './repositories/alerts.ts'

/** The columns of a risk event that only the firing of a rule fills. */
type FiringColumns = { readonly [M in 'key' | 'ruleId' | 'level']: Firing[M] | null } & Omit<
  Firing,
  'key' | 'ruleId' | 'level' | 'act'
> & { readonly act: RuleAct | '' }

const NO_FIRING: FiringColumns = {
  key: null,
  ruleId: null,
  level: null,
  act: '',
  commandId: null,
  undoneAt: null,
  undoneBy: '',
}

/** A risk event as one row, with the columns of its firing beside the others. */
export type FlatEvent<E extends object = RiskEvent> = Omit<E, 'firing' | 'facts'> & FiringColumns
/** The row of `RiskRepository.events`. */
export type FlatEvents = FlatEvent<RiskEvents> & { readonly id: number }
type StoredRow = FlatEvent<StoredEvent> & { readonly facts: AlertFacts | null }

/** The number of stored events of one kind and account. */
export const MOST_EVENTS = 200

/** @returns the row without the event's facts */
export function flat({ firing, facts: _, ...event }: RiskEvent): FlatEvent {
  return { ...event, ...(firing ?? NO_FIRING) }
}

export function eventOf(row: FlatEvent): RiskEvent {
  const { kind, deviceId, appId, at, value, threshold, outboxKey, tell } = row
  return { kind, deviceId, appId, at, value, threshold, outboxKey, tell, firing: firingOf(row) }
}

export function eventsOf(row: FlatEvents): RiskEvents {
  const { kind, since, times, toldAt } = row
  return { ...eventOf(row), kind, since, times, toldAt }
}

export function storedEventOf(row: StoredRow): StoredEvent {
  return { ...eventOf(row), id: row.id, facts: row.facts ?? undefined }
}

/** null for another event. */
function firingOf(row: FiringColumns): Firing | null {
  const { key, ruleId, level, act, commandId, undoneAt, undoneBy } = row
  if (key === null || ruleId === null || level === null || act === '') return null
  return { key, ruleId, level, act, commandId, undoneAt, undoneBy }
}
