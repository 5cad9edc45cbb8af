import type { MarkKind } from '../../contract/performance-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { MarkRecord } from '../../contract/records/performance.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Command } from '../../domain/device/command.ts'
import type { Device } from '../../domain/device/device.ts'
import type { RiskEvent } from '../../domain/risk/risk-event.ts'
import type { DeviceEvent, DeviceNote } from '../../store/repositories/performance.ts'
import type { Store } from '../../store/store.ts'
import type { RuleBook } from '../../telemetry/rules/rule-book.ts'
import type { Devices } from '../devices/devices.ts'
import type { Range } from './account-performance.ts'

interface Parts {
  readonly store: Store
  readonly devices: Devices
  readonly rules: { readonly book: Pick<RuleBook, 'find'> }
  readonly clock: Clock
}

type Mark = Pick<MarkRecord, 'at' | 'what'> & Partial<Omit<MarkRecord, 'key' | 'kind'>>

const MOST_MARKS = 1000
/** The longest time for which changes of accounts are kept as marks, seconds. */
const KEPT_SECONDS = 730 * 86_400

/** The events that the chart of a trading account shows. */
export class AccountMarks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The newest in the range, the oldest first. @throws Refused 404 */
  async list(actor: Actor, id: number, { from, to }: Range): Promise<MarkRecord[]> {
    const { store, devices, rules, clock } = this.#parts
    const { device } = devices.require(actor, id)
    // Agents have no rules.
    const nameOf = (rule: number) => (actor.role === 'agent' ? '' : (rules.book.find(rule)?.name ?? ''))
    const span = { from, to, limit: MOST_MARKS }
    const found = await store.read(async (unit) => [
      ...marksOf('command', (await unit.commands.ofDevice(id, MOST_MARKS)).flatMap(commandMarks)),
      ...(await unit.risks.eventsOf(id, span)).map((event) =>
        markOf(event.firing === null ? 'alert' : 'rule', riskMark(event, nameOf)),
      ),
      ...(await unit.deviceEvents.ofDevice(id, span)).map(eventMark),
      ...marksOf('licence', licenceMarks(device, clock.now())),
      ...marksOf('note', (await unit.deviceNotes.ofDevice(id)).map(noteMark)),
    ])
    return found
      .filter(({ at }) => at >= from && at <= to)
      .sort((a, b) => a.at - b.at)
      .slice(-MOST_MARKS)
      .map((mark, place) => ({ ...mark, key: `${mark.kind}-${mark.at}-${place}` }))
  }

  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - KEPT_SECONDS
    await store.write((unit) => unit.deviceEvents.forgetBefore(before), { durable: false })
  }
}

function markOf(kind: MarkKind, mark: Mark): Omit<MarkRecord, 'key'> {
  return { kind, text: '', by: '', value: null, ...mark }
}

function marksOf(kind: MarkKind, marks: readonly Mark[]): Omit<MarkRecord, 'key'>[] {
  return marks.map((mark) => markOf(kind, mark))
}

function commandMarks(command: Command): Mark[] {
  const { reason: text, askedBy: by } = command
  const steps = [
    { what: 'asked', at: command.askedAt, text, by },
    { what: 'delivered', at: command.deliveredAt, value: command.deliveredPositions },
    { what: 'confirmed', at: command.confirmedAt },
    { what: 'unreported', at: command.unreportedAt },
    { what: 'overdue', at: command.overdueAt, value: command.overduePositions },
    { what: 'withdrawn', at: command.withdrawnAt },
  ]
  return steps.flatMap(({ at, ...step }) => (at === null ? [] : [{ at, ...step }]))
}

function riskMark({ at, kind, value, firing }: RiskEvent, nameOf: (rule: number) => string): Mark {
  return firing === null
    ? { at, what: kind, value }
    : { at, what: firing.act, text: nameOf(firing.ruleId), value }
}

const PAUSES: ReadonlySet<string> = new Set(['pause_open', 'pause_add', 'pause_both', 'resumed'])

function eventMark({ at, what, by, value }: DeviceEvent): Omit<MarkRecord, 'key'> {
  return markOf(PAUSES.has(what) ? 'pause' : 'licence', { at, what, by, value })
}

function licenceMarks({ createdAt, vip }: Device, now: number): Mark[] {
  return [{ at: createdAt, what: 'created' }, ...(vip > 0 && vip <= now ? [{ at: vip, what: 'ended' }] : [])]
}

function noteMark({ at, text, by }: DeviceNote): Mark {
  return { at, what: 'note', text, by }
}
