import type { RuleAct } from '../../contract/rule-names.ts'
import type { Device } from '../../domain/device/device.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { PauseSwitch, RulePause } from '../../store/repositories/rules.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { CommandLifecycle } from '../command-lifecycle.ts'
import type { LiveDevice } from '../live-device.ts'
import type { DeviceRegistry } from '../registry.ts'

/** A level that fires. */
export interface FiredLevel {
  /** Identifies the firing. */
  readonly key: string
  readonly live: LiveDevice
  readonly rule: Rule
  /** The number of the level, from 0. */
  readonly level: number
  readonly value: number
  /** Unix seconds. */
  readonly at: number
}

/** What a firing did. */
export interface Act {
  readonly fired: FiredLevel
  readonly act: RuleAct
  /** The pause switches that it set. */
  readonly set: readonly PauseSwitch[]
  readonly commandId: number | null
  readonly reason: string
}

/** Records in the unit of work what a rule did to an account, and why. */
export type RecordAct = (unit: WriteUnit, act: Act, before: Device, after: Device) => Promise<void>

export interface ActParts {
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly reasonOf: (fired: FiredLevel) => string
  readonly record: RecordAct
}

/** Closing without a pause would let the program open its positions again. */
const SWITCHES: Readonly<Record<RuleAct, readonly PauseSwitch[]>> = {
  tell: [],
  pause_add: ['pause_add'],
  pause_open: ['pause_add', 'pause_open'],
  close_all: ['pause_add', 'pause_open'],
}

/** Carries out the acts of these firings in a unit of work. Firings of accounts that are gone are left out. */
export async function doActs(unit: WriteUnit, parts: ActParts, fired: readonly FiredLevel[]): Promise<Act[]> {
  const known = await devicesOf(unit, fired)
  const acts: Act[] = []
  const held: number[] = []
  for (const one of fired) {
    const { live, rule, level } = one
    const before = known.get(live.device.id)
    if (before === undefined) continue
    const { act } = rule.levels[level] ?? { act: 'tell' }
    const set = SWITCHES[act].filter((name) => !isSet(before, name))
    const after = withSwitches(before, set)
    if (before.pauseOpen && SWITCHES[act].includes('pause_open')) held.push(after.id)
    known.set(after.id, after)
    const reason = parts.reasonOf(one)
    const commandId = act === 'close_all' ? await ask(unit, parts, one, reason) : null
    const done = { fired: one, act, set, commandId, reason }
    if (act !== 'tell') await parts.record(unit, done, before, after)
    acts.push(done)
  }
  await storePauses(unit, parts, acts)
  // An act on a group that paused them earlier doesn't resume them: that write takes the switch over.
  if (held.length > 0) await unit.devices.updateMany(held, { pauseOpen: true })
  return acts
}

/** The accounts that an act changes, or may find gone. */
async function devicesOf(unit: WriteUnit, fired: readonly FiredLevel[]): Promise<Map<number, Device>> {
  const ids = [...new Set(fired.map(({ live }) => live.device.id))]
  return ids.length === 0
    ? new Map()
    : new Map((await unit.devices.ofIds(ids)).map((device) => [device.id, device]))
}

async function ask(unit: WriteUnit, { commands }: ActParts, fired: FiredLevel, reason: string) {
  const { live, rule } = fired
  const asked = await commands.askIn(unit, live, `rule: ${rule.name}`, reason)
  if (asked !== undefined) return asked.id
  const [waiting] = await unit.commands.ofDevice(live.device.id, 1)
  return waiting?.id ?? null
}

/** Sets the switches, with one statement for each combination. */
async function storePauses(unit: WriteUnit, { devices }: ActParts, acts: readonly Act[]): Promise<void> {
  const pauses = acts.flatMap(({ fired, set }) =>
    set.map((name): RulePause => ({ deviceId: fired.live.device.id, switch: name, eventKey: fired.key })),
  )
  if (pauses.length === 0) return
  const wanted = Map.groupBy(pauses, ({ deviceId }) => deviceId)
  const groups = Map.groupBy(wanted, ([, ofDevice]) =>
    ofDevice
      .map((pause) => pause.switch)
      .sort()
      .join(),
  )
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const change = changeOf(first[1].map((pause) => pause.switch))
    const changed = await unit.devices.updateMany(
      group.map(([id]) => id),
      change,
    )
    unit.afterCommit(() => {
      for (const device of changed) devices.putDevice(device)
    })
  }
  await unit.rules.putPauses(pauses)
}

function isSet(device: Device, name: PauseSwitch): boolean {
  return name === 'pause_add' ? device.pauseAdd : device.pauseOpen
}

function withSwitches(device: Device, set: readonly PauseSwitch[]): Device {
  return set.length === 0 ? device : { ...device, ...changeOf(set) }
}

function changeOf(set: readonly PauseSwitch[]): { pauseAdd?: true; pauseOpen?: true } {
  return {
    ...(set.includes('pause_add') && { pauseAdd: true as const }),
    ...(set.includes('pause_open') && { pauseOpen: true as const }),
  }
}
