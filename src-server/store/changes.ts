import type { SettingsGroup } from '../contract/records/settings.ts'
import type { Burst } from '../domain/alerts/burst.ts'
import type { ApiStatus, Grant } from '../domain/application/capability.ts'
import type { Application } from '../domain/application/application.ts'
import type { Command } from '../domain/device/command.ts'
import type { Device } from '../domain/device/device.ts'
import type { RiskNote } from '../domain/risk/risk.ts'
import type { Snooze } from '../domain/risk/snooze.ts'
import type { Rule } from '../domain/rules/rule.ts'
import type { LearnedMarket } from '../contract/markets/markets.ts'
import type { GivenRights } from './repositories/agent-rights.ts'

interface Kept<Key extends number | string, Value, Written = never> {
  readonly key: Key
  readonly value: Value
  /**
   * The value as a unit has just written it, or null for a record that is gone: the copy that wrote it needs no second
   * read. Only for kinds whose values say which of two is the newer one.
   */
  readonly written: Written
}

type Ordered<Value> = Kept<number, Value, Value | null>

/** Everything of the store that copies of the server keep in memory, by kind: the key of a record, and its value. */
export interface KeptRecords {
  readonly application: Ordered<Application>
  readonly api: Kept<string, ApiStatus>
  /** The grants of an application, by API. */
  readonly grants: Kept<number, ReadonlyMap<string, Grant>>
  /** The stored number of an application's calls. */
  readonly calls: Ordered<number>
  readonly device: Ordered<Device>
  /** The newest command of a trading account, by the account. */
  readonly command: Ordered<Command>
  /** A banned operator. */
  readonly ban: Kept<number, true>
  /** The agent above an agent. */
  readonly agent: Kept<number, number>
  /** The rights of an agent in all applications. */
  readonly agentRights: Kept<number, readonly GivenRights[]>
  readonly rule: Kept<number, Rule>
  /** The rule whose ladders were dropped. */
  readonly droppedLadders: Kept<number, never>
  readonly riskNote: Kept<string, RiskNote>
  readonly snooze: Kept<number, Snooze>
  /** The last messages about a cause. */
  readonly burst: Kept<string, Burst>
  readonly settings: Kept<SettingsGroup, object>
  /** The shared link behind an application's update address, resolved. */
  readonly updateAddress: Kept<number, string>
  readonly learnedMarkets: Kept<'all', readonly LearnedMarket[]>
}

export type KeptKind = keyof KeptRecords
export type KeyOf<K extends KeptKind> = KeptRecords[K]['key']
export type ValueOf<K extends KeptKind> = KeptRecords[K]['value']
export type Written<K extends KeptKind> = KeptRecords[K]['written']

/** A record that a commit changed. */
export interface Change<K extends KeptKind = KeptKind> {
  readonly kind: K
  readonly key: KeyOf<K>
}

/** A change in the copy that made it. */
export interface OwnChange<K extends KeptKind = KeptKind> extends Change<K> {
  readonly written: Written<K> | undefined
}

/** Called after a commit with its changes. @returns when the copy's memory is right; undefined: it is right now */
export type Follow = (changes: readonly OwnChange[]) => Promise<void> | undefined
