import type { RuleAct } from '../../contract/rule-names.ts'
import type { Device } from '../../domain/device/device.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { PauseSwitch, RulePause } from '../../store/repositories/rules.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { CommandLifecycle } from '../command-lifecycle.ts'
import type { LiveDevice } from '../live-device.ts'
import { pauseFields } from './pause-fields.ts'
import type { Turns } from './turns.ts'

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

/** An act that a firing carried out. */
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
  readonly commands: CommandLifecycle
  readonly reasonOf: (fired: FiredLevel) => string
  readonly record: RecordAct
}

/** Rows read, and rows changed, before pulses get their turn. */
const ROWS_READ = 16
const ROWS_CHANGED = 8

/** Closing without a pause would let the program open its positions again. */
const SWITCHES: Readonly<Record<RuleAct, readonly PauseSwitch[]>> = {
  tell: [],
  pause_add: ['pause_add'],
  pause_open: ['pause_add', 'pause_open'],
  close_all: ['pause_add', 'pause_open'],
}

/** Carries out the acts of these firings in a unit of work. Firings of accounts that are gone are left out. */
export async function doActs(
  unit: WriteUnit,
  parts: ActParts,
  fired: readonly FiredLevel[],
  turns: Turns,
): Promise<Act[]> {
  const known = await devicesOf(unit, fired, turns)
  const asked = await askAll(
    unit,
    parts,
    fired.filter((one) => closes(one) && known.has(one.live.device.id)),
    turns,
  )
  const acts: Act[] = []
  const held: number[] = []
  for (const one of fired) {
    const { live, rule, level } = one
    const before = known.get(live.device.id)
    if (before === undefined) continue
    const { act } = rule.levels[level] ?? { act: 'tell' }
    const set = SWITCHES[act].filter((name) => !isSet(before, name))
    const after = set.length === 0 ? before : { ...before, ...pauseFields(set, true) }
    if (before.pauseOpen && SWITCHES[act].includes('pause_open')) held.push(after.id)
    known.set(after.id, after)
    const reason = parts.reasonOf(one)
    const commandId = act === 'close_all' ? (asked.get(one) ?? (await waitingOf(unit, after.id))) : null
    const done = { fired: one, act, set, commandId, reason }
    if (act !== 'tell') await parts.record(unit, done, before, after)
    acts.push(done)
    await turns.next()
  }
  await storePauses(unit, acts, turns)
  // An act on a group that paused them earlier doesn't resume them: that write takes the switch over.
  await turns.through(held, ROWS_CHANGED, async (some) => {
    await unit.devices.updateMany(some, { pauseOpen: true })
  })
  return acts
}

/** The accounts that an act changes, or may find gone. */
async function devicesOf(
  unit: WriteUnit,
  fired: readonly FiredLevel[],
  turns: Turns,
): Promise<Map<number, Device>> {
  const ids = [...new Set(fired.map(({ live }) => live.device.id))]
  const known = new Map<number, Device>()
  await turns.through(ids, ROWS_READ, async (some) => {
    for (const device of await unit.devices.ofIds(some)) known.set(device.id, device)
  })
  return known
}

function closes({ rule, level }: FiredLevel): boolean {
  return rule.levels[level]?.act === 'close_all'
}

/** Asks the accounts of each rule together, so that webhooks get few events. @returns the commands of the firings */
async function askAll(
  unit: WriteUnit,
  { commands, reasonOf }: ActParts,
  closing: readonly FiredLevel[],
  turns: Turns,
): Promise<Map<FiredLevel, number>> {
  const ids = new Map<FiredLevel, number>()
  for (const [rule, own] of Map.groupBy(closing, (one) => one.rule)) {
    const ofDevice = new Map(own.map((one) => [one.live, one]))
    const asked = await commands.askIn(unit, [...ofDevice.keys()], {
      askedBy: `rule: ${rule.name}`,
      reason: (live) => {
        const one = ofDevice.get(live)
        return one === undefined ? '' : reasonOf(one)
      },
      turn: () => turns.next(),
    })
    for (const { live, command } of asked) {
      const one = ofDevice.get(live)
      if (one !== undefined) ids.set(one, command.id)
    }
  }
  return ids
}

/** The undelivered command that another firing or a person asked for. */
async function waitingOf(unit: WriteUnit, deviceId: number): Promise<number | null> {
  const [waiting] = await unit.commands.ofDevice(deviceId, 1)
  return waiting?.id ?? null
}

/** Sets the switches: one statement for many accounts with the same ones. */
async function storePauses(unit: WriteUnit, acts: readonly Act[], turns: Turns): Promise<void> {
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
    const change = pauseFields(
      first[1].map((pause) => pause.switch),
      true,
    )
    await turns.through(group, ROWS_CHANGED, async (some) => {
      const changed = await unit.devices.updateMany(
        some.map(([id]) => id),
        change,
      )
      for (const device of changed) unit.changed('device', device.id, device)
    })
  }
  await turns.through(pauses, ROWS_CHANGED, (some) => unit.rules.putPauses(some))
}

function isSet(device: Device, name: PauseSwitch): boolean {
  return name === 'pause_add' ? device.pauseAdd : device.pauseOpen
}
