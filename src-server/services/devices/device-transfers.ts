import { isDeepStrictEqual } from 'node:util'
import { EXPORT_ROWS, JOB_THRESHOLD } from '../../contract/limits.ts'
import { openPositionsOf } from '../../contract/open-positions.ts'
import type { Clock } from '../../contract/ports.ts'
import type { DeviceRecord, SameNumber } from '../../contract/records/device.ts'
import type { ExportPiece } from '../../contract/records/export.ts'
import { importedDevice, type ImportedDevice } from '../../contract/records/device.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import type { FieldsOf } from '../../contract/subjects/subject.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { fieldColumns } from '../../domain/grouping/field-columns.ts'
import { valuesAfter } from '../../domain/grouping/values.ts'
import type { Device, DeviceChange } from '../../domain/device/device.ts'
import { isoTime } from '../../domain/export/file-piece.ts'
import { exportColumns } from '../../domain/export/subject-columns.ts'
import type { ImportItem } from '../../store/repositories/imports.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { deviceRecord } from '../../telemetry/live-device.ts'
import type { ExportQuery } from '../accounts/account-transfers.ts'
import type { Applications } from '../applications/applications.ts'
import { FileAgents } from '../agents/file-agents.ts'
import { exportedFields, OwnersFields } from '../custom-fields/field-values.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Devices } from './devices.ts'
import type { LiveFilter } from './live-filter.ts'
import { bySchema, readRows, withoutNulls, type Candidate, type SkippedRow } from '../imported-rows.ts'
import { ImportLog, type ImportOrder } from '../imports/import-log.ts'
import { deviceBefore, deviceMark } from '../imports/undo-devices.ts'
import { roomFor } from '../people/plan-limits.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { writeWanted } from './wanted-devices.ts'
import { sameNumber } from './same-number.ts'
import { readTypedKey } from './typed-account-key.ts'
import { withPauses } from '../with-pauses.ts'
import { writeWithPauses } from '../export-piece.ts'

interface Parts {
  readonly store: Store
  readonly devices: Devices
  readonly applications: Applications
  readonly clock: Clock
}

export interface ImportedDevices {
  readonly done: number
  readonly import?: number | undefined
  readonly updated: number
  readonly changes: number[]
  readonly skipped: SkippedRow[]
  readonly same_number: { row: number; account_key: string; others: SameNumber }[]
}

interface Order {
  readonly app: number
  readonly owner: number
  readonly existing: 'skip' | 'update'
}

/** The plan for a row: a new account, new members of an existing account, or nothing with a reason. */
type Outcome = { readonly create: true } | { readonly update: Device } | { readonly reason: string }

const COLUMNS = exportColumns<FieldsOf<typeof DEVICE>, DeviceRecord>(DEVICE, {
  last_pulse: ({ telemetry }) => isoTime(telemetry?.at ?? null),
  equity: ({ telemetry }) => telemetry?.equity ?? null,
  balance: ({ telemetry }) => telemetry?.balance ?? null,
  drawdown: ({ telemetry }) => telemetry?.dd ?? null,
  positions: ({ telemetry }) => openPositionsOf(telemetry),
})
/** Rows stored in one unit of work: an import must not delay the calls of EAs. */
const CHUNK = JOB_THRESHOLD
const SAME_NUMBERS_SHOWN = 100
/** Accounts that the audit log names for one unit of work. */
const KEYS_KEPT = 100

/** Import and export of trading accounts. */
export class DeviceTransfers {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A piece of the file, in the order in which the accounts were created. */
  async export(
    actor: Actor,
    { format, filter, search, after = 0 }: ExportQuery<LiveFilter>,
  ): Promise<ExportPiece> {
    const { devices, store, clock } = this.#parts
    const now = clock.now()
    const fields = await store.read((unit) => exportedFields(unit, actor, 'devices', { app: filter.app }))
    const columns = [...COLUMNS, ...fieldColumns<DeviceRecord>(fields)]
    // Memory has them in the order in which this copy of the server got to know them.
    const rest = devices
      .all(actor, filter, search)
      .filter(({ device }) => device.id > after)
      .sort((a, b) => a.device.id - b.device.id)
    const rows = rest.slice(0, EXPORT_ROWS)
    const last = rest.length <= EXPORT_ROWS
    const place = { first: after === 0, last }
    const text = await writeWithPauses(format, columns, rows, (live) => deviceRecord(live, now), place)
    return { text, rows: rows.length, next: last ? null : (rows.at(-1)?.device.id ?? null) }
  }

  /**
   * Takes every valid row. If one file is sent twice, the second import takes nothing.
   * @throws Refused 404 for an unknown application and an import that the rows can't continue, 409 for an undone one
   */
  async import(
    actor: Actor,
    app: number,
    given: readonly unknown[],
    { existing, dryRun, ...origin }: ImportOrder & { readonly existing: 'skip' | 'update' },
  ): Promise<ImportedDevices> {
    const { applications, store } = this.#parts
    const order = { app, owner: applications.require(actor, app).ownerId, existing }
    const { candidates, skipped } = await readRows(given, bySchema(importedDevice), (row) => [
      ['account_key', parseAccountKey(row.account_key) ?? row.account_key],
    ])
    const log = new ImportLog(actor, 'device', app, origin)
    await store.read((unit) => log.check(unit))
    const same: ImportedDevices['same_number'] = []
    const ofFile = new Set(candidates.map(({ value }) => parseAccountKey(value.account_key)))
    let created = 0
    const changes: number[] = []
    for (let start = 0; start < candidates.length; start += CHUNK) {
      const chunk = candidates.slice(start, start + CHUNK)
      const outcomes = dryRun
        ? await store.read(async (unit) =>
            judge(unit, await checksOf(unit, actor, order), order, chunk, (origin.ahead ?? 0) + created),
          )
        : await store.write((unit) => this.#take(unit, actor, order, chunk, log), { durable: true })
      same.push(...(await this.#sameNumbers(actor, order, ofFile, chunk, outcomes)))
      for (const [row, outcome] of outcomes) {
        if ('reason' in outcome) skipped.push({ row, reason: outcome.reason })
        else if ('update' in outcome) changes.push(row)
        else created++
      }
    }
    return {
      done: created + changes.length,
      updated: changes.length,
      changes,
      import: log.id,
      skipped: skipped.sort((a, b) => a.row - b.row),
      same_number: same.slice(0, SAME_NUMBERS_SHOWN),
    }
  }

  /** @param ofFile the accounts of the file itself: a file may well hold one number on two servers */
  async #sameNumbers(
    actor: Actor,
    { app, owner }: Order,
    ofFile: ReadonlySet<string | undefined>,
    chunk: readonly Candidate<ImportedDevice>[],
    outcomes: ReadonlyMap<number, Outcome>,
  ): Promise<ImportedDevices['same_number']> {
    return this.#parts.store.read(async (unit) => {
      const same: ImportedDevices['same_number'] = []
      for await (const { row, value } of withPauses(chunk)) {
        const accountKey = parseAccountKey(value.account_key)
        const outcome = outcomes.get(row)
        if (outcome === undefined || !('create' in outcome) || accountKey === undefined) continue
        const found = await sameNumber(unit, actor, { appId: app, ownerId: owner, accountKey })
        const others = found.filter((other) => !ofFile.has(other.account_key))
        if (others.length > 0) same.push({ row, account_key: accountKey, others })
      }
      return same
    })
  }

  async #take(
    unit: WriteUnit,
    actor: Actor,
    order: Order,
    chunk: readonly Candidate<ImportedDevice>[],
    log: ImportLog,
  ): Promise<Map<number, Outcome>> {
    const { clock } = this.#parts
    const now = clock.now()
    const checks = await checksOf(unit, actor, order)
    const { agents, own } = checks
    const outcomes = await judge(unit, checks, order, chunk, 0)
    const changed: Device[] = []
    const items: ImportItem[] = []
    for await (const part of withPauses(slicesOf(chunk, TOGETHER))) {
      const wanted = part.flatMap(({ row, value }) => {
        const outcome = outcomes.get(row)
        if (outcome === undefined || 'reason' in outcome) return []
        const there = 'update' in outcome ? outcome.update : undefined
        const accountKey = there?.accountKey ?? parseAccountKey(value.account_key) ?? ''
        return [{ row, accountKey, there, fields: fieldsOf(value, own, there) }]
      })
      const written = new Map(
        (await writeWanted(unit, order.app, wanted, now)).map((device) => [device.accountKey, device]),
      )
      for (const { row, accountKey, there, fields } of wanted) {
        const device = written.get(accountKey)
        if (device === undefined) outcomes.set(row, { reason: 'exists' })
        else {
          const before = there === undefined ? null : deviceBefore(there, fields)
          changed.push(device)
          items.push({ itemId: device.id, mark: deviceMark(device), before })
        }
      }
    }
    if (changed.length > 0) {
      await log.keep(unit, items, now)
      await agents.putToWork(unit, order.owner, now)
      await audit(unit, actor, now, {
        action: 'device_import',
        subject: { kind: 'application', id: order.app, label: String(order.app) },
        app: order.app,
        owner: order.owner,
        after: {
          count: changed.length,
          existing: order.existing,
          accounts: changed.slice(0, KEYS_KEPT).map(({ accountKey }) => accountKey),
        },
      })
    }
    for (const device of changed) unit.changed('device', device.id, device)
    return outcomes
  }
}

/** The names that the rows of a file may use. */
interface Checks {
  readonly agents: FileAgents
  readonly own: OwnersFields
}

async function checksOf(unit: Unit, actor: Actor, { owner }: Order): Promise<Checks> {
  return { agents: new FileAgents(unit, actor), own: await OwnersFields.of(unit, owner, 'devices') }
}

/** The members that a row gives to an account. Values of custom fields are added to those that the account has. */
function fieldsOf(row: ImportedDevice, own: OwnersFields, there: Device | undefined): DeviceChange {
  const { fields, ...rest } = namedFields(DEVICE, withoutNulls(row))
  if (fields === undefined) return rest
  return { ...rest, fields: valuesAfter(there?.fields ?? {}, own.stored(fields)) }
}

/** @param createdBefore new accounts of earlier chunks that are not in the store: those of a dry run */
async function judge(
  unit: Unit,
  checks: Checks,
  { app, owner, existing }: Order,
  chunk: readonly Candidate<ImportedDevice>[],
  createdBefore: number,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  let room = (await roomFor(unit, owner, 'devices')) - createdBefore
  for await (const part of withPauses(slicesOf(chunk, TOGETHER))) {
    const keys = part.flatMap(({ value }) => parseAccountKey(value.account_key) ?? [])
    const there = new Map(
      (await unit.devices.findMany(app, keys)).map((device) => [device.accountKey, device]),
    )
    for (const { row, value } of part) {
      const outcome = await outcomeOf(there, value, existing, checks)
      if ('create' in outcome && room-- <= 0) outcomes.set(row, { reason: 'plan: no room' })
      else outcomes.set(row, outcome)
    }
  }
  return outcomes
}

async function outcomeOf(
  known: ReadonlyMap<string, Device>,
  row: ImportedDevice,
  existing: 'skip' | 'update',
  { agents, own }: Checks,
): Promise<Outcome> {
  const read = readTypedKey(row.account_key)
  if ('reason' in read) return { reason: `account_key: ${read.reason}` }
  if (!(await agents.mayName(row.agent))) return { reason: 'agent: unknown' }
  const wrong = own.wrongIn(row.fields)
  if (wrong !== undefined) return { reason: `${wrong.name}: ${wrong.reason}` }
  const there = known.get(read.accountKey)
  // 0 is no end, unless the account has none.
  if (row.vip === 0 && there?.vip !== 0) return { reason: 'vip: before 2000' }
  if (there !== undefined) return updateOf(there, row, existing, own)
  return typeof row.vip === 'number' ? { create: true } : { reason: 'vip: required' }
}

function updateOf(
  there: Device,
  row: ImportedDevice,
  existing: 'skip' | 'update',
  own: OwnersFields,
): Outcome {
  if (existing === 'skip') return { reason: 'exists' }
  const fields: object = fieldsOf(row, own, there)
  const now: Readonly<Record<string, unknown>> = { ...there }
  const isSame = Object.entries(fields).every(([member, value]) => isDeepStrictEqual(now[member], value))
  return isSame ? { reason: 'unchanged' } : { update: there }
}
