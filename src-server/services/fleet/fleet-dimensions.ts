import { serverOf } from '../../contract/account-key.ts'
import type { FleetDimension } from '../../contract/fleet-names.ts'
import { plainSymbol } from '../../contract/markets/symbol-groups.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'

/** The groups of an account. '' is the group of accounts without one. */
type KeysOf = (live: LiveDevice) => readonly string[]

const KEYS: Readonly<Record<Exclude<FleetDimension, 'field'>, KeysOf>> = {
  agent: ({ device }) => [device.agentId === null ? '' : String(device.agentId)],
  app: ({ device }) => [String(device.appId)],
  version: ({ pulse }) => [pulse?.program?.version ?? ''],
  server: ({ device }) => [serverOf(device.accountKey)],
  symbol: ({ pulse }) => [symbolOf(pulse?.symbol ?? '')],
  tag: ({ device }) => (device.tags.length === 0 ? [''] : device.tags),
}

/** The sources of accounts for groups. */
export interface WantedGroups {
  readonly by: FleetDimension
  /** The number of the custom field, where `by` is `field`. */
  readonly field?: number | undefined
}

export function keysBy({ by, field }: WantedGroups): KeysOf {
  return by === 'field' ? ({ device }) => [device.fields[String(field)] ?? ''] : KEYS[by]
}

/** The symbols read so far. Few brokers have more. */
const MOST_SYMBOLS = 2000
const plain = new Map<string, string>()

/** A symbol without the marks of brokers. Reading a name costs more than to look it up. */
export function symbolOf(symbol: string): string {
  const known = plain.get(symbol)
  if (known !== undefined) return known
  if (plain.size >= MOST_SYMBOLS) plain.clear()
  const read = plainSymbol(symbol)
  plain.set(symbol, read)
  return read
}
