import { healthOf } from '../../contract/health.ts'
import type { Markets } from '../../contract/markets/markets.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { AccountGroup, GroupEffect, GroupPlace } from '../../contract/records/group-act.ts'
import type { LeftOut } from '../../contract/group-names.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { serverOf } from '../../contract/account-key.ts'
import { leftOutOfClose } from '../../domain/device/group-act.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { Unit } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { withPauses } from '../with-pauses.ts'
import { tagTest } from './live-filter.ts'

/** The accounts of a group, sorted for an act. */
export interface Sorted {
  readonly taken: LiveDevice[]
  readonly leftOut: ReadonlyMap<LeftOut, readonly LiveDevice[]>
}

/** The places that an effect names. */
const MOST_PLACES = 200
/** The symbols, and the tags. */
const MOST_WORDS = 100

/** The accounts of a group that the actor sees, in the order of creation. */
export function membersOf(registry: DeviceRegistry, actor: Actor, group: AccountGroup): LiveDevice[] {
  const scope = scopeOf(actor)
  const { ids, app, agent, server, symbol, tag } = group
  const hasTag = tag === undefined ? () => true : tagTest(tag)
  const all = ids === undefined ? registry.all() : [...new Set(ids)].flatMap((id) => registry.get(id) ?? [])
  const members: LiveDevice[] = []
  for (const live of all) {
    const { appId, agentId, accountKey } = live.device
    const isMember =
      (app === undefined || appId === app) &&
      (agent === undefined || agentId === agent) &&
      (server === undefined || serverOf(accountKey) === server) &&
      (symbol === undefined || live.pulse?.symbol === symbol) &&
      hasTag(live)
    if (isMember && seesAccount(scope, live)) members.push(live)
  }
  return members.sort((a, b) => a.device.id - b.device.id)
}

/** @param reasonOf why an account is left out; undefined for one that the act reaches */
export function sorted(
  members: Iterable<LiveDevice>,
  reasonOf: (live: LiveDevice) => LeftOut | undefined,
): Sorted {
  const taken: LiveDevice[] = []
  const leftOut = new Map<LeftOut, LiveDevice[]>()
  for (const live of members) {
    const reason = reasonOf(live)
    const list = reason === undefined ? taken : leftOut.get(reason)
    if (list !== undefined) list.push(live)
    else if (reason !== undefined) leftOut.set(reason, [live])
  }
  return { taken, leftOut }
}

/** The accounts that a close asks, by the commands in the store: memory may be behind those of other copies. */
export async function stillToClose(
  unit: Unit,
  { taken, leftOut }: Sorted,
  now: number,
): Promise<LiveDevice[]> {
  const asked: LiveDevice[] = []
  for await (const some of withPauses(slicesOf([...taken, ...(leftOut.get('underway') ?? [])], TOGETHER))) {
    const newest = await unit.commands.newest(some.map(({ device }) => device.id))
    const commands = new Map(newest.map((command) => [command.deviceId, command]))
    for (const live of some) {
      const { device, pulse } = live
      const member = { device, pulse, command: commands.get(device.id) }
      if (leftOutOfClose(member, now) === undefined) asked.push(live)
    }
  }
  return asked
}

interface EffectFacts {
  /** The accounts that the act pauses too. */
  readonly pausing: number
  readonly nameOf: (appId: number) => string
  readonly markets: Markets
  /** Unix seconds. */
  readonly now: number
}

export function effectOf(
  { taken, leftOut }: Sorted,
  { pausing, nameOf, markets, now }: EffectFacts,
): GroupEffect {
  const places = new Map<string, GroupPlace>()
  const [symbols, tags] = [new Map<string, number>(), new Map<string, number>()]
  let [positions, unreported, silent] = [0, 0, 0]
  let floating: number | null = null
  for (const { device, pulse } of taken) {
    const open = pulse === undefined ? NaN : openPositions(pulse)
    if (Number.isNaN(open)) unreported++
    else positions += open
    if (pulse !== undefined && !Number.isNaN(pulse.floatPnl)) floating = (floating ?? 0) + pulse.floatPnl
    const health = healthOf(device.accountKey, pulse, now, markets)
    if (health === 'silent' || health === 'never') silent++
    const symbol = pulse?.symbol ?? ''
    if (symbol !== '') symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1)
    for (const tag of device.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    const server = serverOf(device.accountKey)
    const key = `${device.appId} ${server}`
    let place = places.get(key)
    if (place === undefined) {
      place = { app: device.appId, app_name: nameOf(device.appId), server, accounts: 0, positions: 0 }
      places.set(key, place)
    }
    place.accounts++
    place.positions += Number.isNaN(open) ? 0 : open
  }
  return {
    accounts: taken.length,
    positions,
    unreported,
    floating,
    silent,
    pausing,
    left_out: Object.fromEntries([...leftOut].map(([reason, lives]) => [reason, lives.length])),
    places: [...places.values()].sort((a, b) => b.accounts - a.accounts).slice(0, MOST_PLACES),
    symbols: mostFrequent(symbols),
    tags: mostFrequent(tags),
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
}
