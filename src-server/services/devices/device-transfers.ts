import { EXPORT_ROWS, JOB_THRESHOLD } from '../../contract/limits.ts'
import { openPositionsOf } from '../../contract/open-positions.ts'
import type { Clock } from '../../contract/ports.ts'
import type { DeviceRecord, SameNumber } from '../../contract/records/device.ts'
import type { ExportPiece } from '../../contract/records/export.ts'
import { importedDevice, type ImportedDevice } from '../../contract/records/imported-device.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import type { FieldsOf } from '../../contract/subjects/subject.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { newDevice, type Device } from '../../domain/device/device.ts'
import { isoTime, writePiece } from '../../domain/export/file-piece.ts'
import { exportColumns } from '../../domain/export/subject-columns.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { deviceRecord } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ExportQuery } from '../accounts/account-transfers.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Devices } from './devices.ts'
import type { LiveFilter } from './live-filter.ts'
import { bySchema, readRows, withoutNulls, type Candidate, type SkippedRow } from '../imported-rows.ts'
import { roomFor } from '../people/plan-limits.ts'
import { sameNumber } from './same-number.ts'
import { readTypedKey } from './typed-account-key.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly devices: Devices
  readonly applications: Applications
  readonly clock: Clock
}

export interface ImportedDevices {
  readonly done: number
  readonly updated: number
  readonly skipped: SkippedRow[]
  readonly same_number: { row: number; account_key: string; others: SameNumber }[]
}

interface Order {
  readonly app: number
  readonly owner: number
  readonly existing: 'skip' | 'update'
}

/** What becomes of a row: a new account, new members for one that is there, or nothing, and why. */
type Fate = { readonly create: true } | { readonly update: Device } | { readonly reason: string }

const COLUMNS = exportColumns<FieldsOf<typeof DEVICE>, DeviceRecord>(DEVICE, {
  last_pulse: ({ telemetry }) => isoTime(telemetry?.at ?? null),
  equity: ({ telemetry }) => telemetry?.equity ?? null,
  balance: ({ telemetry }) => telemetry?.balance ?? null,
  drawdown: ({ telemetry }) => telemetry?.dd ?? null,
  positions: ({ telemetry }) => openPositionsOf(telemetry),
})
/** Rows stored in one unit of work: an import must not hold up the calls of EAs. */
const CHUNK = JOB_THRESHOLD
const SAME_NUMBERS_SHOWN = 100
/** Accounts the audit log names of one unit of work. */
const KEYS_KEPT = 100

/** Trading accounts to and from files. */
export class DeviceTransfers {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A piece of the file, in the order in which the accounts were made. */
  async export(
    actor: Actor,
    { format, filter, search, after = 0 }: ExportQuery<LiveFilter>,
  ): Promise<ExportPiece> {
    const { devices, clock } = this.#parts
    const now = clock.now()
    const rest = devices.all(actor, filter, search).filter(({ device }) => device.id > after)
    const rows = rest.slice(0, EXPORT_ROWS).map((live) => deviceRecord(live, now))
    const last = rest.length <= EXPORT_ROWS
    const text = writePiece(format, COLUMNS, rows, { first: after === 0, last })
    return { text, rows: rows.length, next: last ? null : (rows.at(-1)?.id ?? null) }
  }

  /**
   * Takes every row that can be taken; one file sent twice takes nothing the second time.
   * @throws Refused 404 for a foreign application.
   */
  async import(
    actor: Actor,
    app: number,
    given: readonly unknown[],
    { existing, dryRun }: { readonly existing: 'skip' | 'update'; readonly dryRun: boolean },
  ): Promise<ImportedDevices> {
    const { applications, store } = this.#parts
    const order = { app, owner: applications.require(actor, app).ownerId, existing }
    const { candidates, skipped } = readRows(given, bySchema(importedDevice), (row) => [
      ['account_key', parseAccountKey(row.account_key) ?? row.account_key],
    ])
    const same: ImportedDevices['same_number'] = []
    const ofFile = new Set(candidates.map(({ value }) => parseAccountKey(value.account_key)))
    let created = 0
    let updated = 0
    for (let start = 0; start < candidates.length; start += CHUNK) {
      const chunk = candidates.slice(start, start + CHUNK)
      const fates = dryRun
        ? await store.read((unit) => judge(unit, order, chunk, created))
        : await store.write((unit) => this.#take(unit, actor, order, chunk), { durable: true })
      same.push(...(await this.#sameNumbers(actor, order, ofFile, chunk, fates)))
      for (const [row, fate] of fates) {
        if ('reason' in fate) skipped.push({ row, reason: fate.reason })
        else if ('update' in fate) updated++
        else created++
      }
    }
    return {
      done: created + updated,
      updated,
      skipped: skipped.sort((a, b) => a.row - b.row),
      same_number: same.slice(0, SAME_NUMBERS_SHOWN),
    }
  }

  /** @param ofFile its own accounts: a file may well hold one number on two servers */
  async #sameNumbers(
    actor: Actor,
    { app, owner }: Order,
    ofFile: ReadonlySet<string | undefined>,
    chunk: readonly Candidate<ImportedDevice>[],
    fates: ReadonlyMap<number, Fate>,
  ): Promise<ImportedDevices['same_number']> {
    return this.#parts.store.read(async (unit) => {
      const same: ImportedDevices['same_number'] = []
      for (const { row, value } of chunk) {
        const accountKey = parseAccountKey(value.account_key)
        const fate = fates.get(row)
        if (fate === undefined || !('create' in fate) || accountKey === undefined) continue
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
  ): Promise<Map<number, Fate>> {
    const { registry, clock } = this.#parts
    const now = clock.now()
    const fates = await judge(unit, order, chunk, 0)
    const changed: Device[] = []
    for (const { row, value } of chunk) {
      const fate = fates.get(row)
      if (fate === undefined || 'reason' in fate) continue
      const device =
        'update' in fate
          ? await unit.devices.update(fate.update.id, namedFields(DEVICE, withoutNulls(value)))
          : await unit.devices.insert({
              ...newDevice(order.app, parseAccountKey(value.account_key) ?? '', now),
              license: '',
              agentId: null,
              vip: 0,
              ...namedFields(DEVICE, withoutNulls(value)),
            })
      if (device === undefined) fates.set(row, { reason: 'exists' })
      else changed.push(device)
    }
    if (changed.length > 0) {
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
    unit.afterCommit(() => {
      for (const device of changed) registry.putDevice(device)
    })
    return fates
  }
}

/** @param createdBefore new accounts of chunks before that are not in the store: those of a dry run */
async function judge(
  unit: Unit,
  { app, owner, existing }: Order,
  chunk: readonly Candidate<ImportedDevice>[],
  createdBefore: number,
): Promise<Map<number, Fate>> {
  const agents = new Map<number, boolean>()
  const fates = new Map<number, Fate>()
  let room = (await roomFor(unit, owner, 'devices')) - createdBefore
  for (const { row, value } of chunk) {
    const fate = await fateOf(unit, app, value, existing, agents)
    if ('create' in fate && room-- <= 0) fates.set(row, { reason: 'plan: no room' })
    else fates.set(row, fate)
  }
  return fates
}

async function fateOf(
  unit: Unit,
  app: number,
  row: ImportedDevice,
  existing: 'skip' | 'update',
  agents: Map<number, boolean>,
): Promise<Fate> {
  const read = readTypedKey(row.account_key)
  if ('reason' in read) return { reason: `account_key: ${read.reason}` }
  if (typeof row.agent === 'number') {
    const known = agents.get(row.agent) ?? (await unit.operators.find(row.agent))?.role === 'agent'
    agents.set(row.agent, known)
    if (!known) return { reason: 'agent: unknown' }
  }
  const there = await unit.devices.find(app, read.accountKey)
  if (there !== undefined) return existing === 'update' ? { update: there } : { reason: 'exists' }
  return typeof row.vip === 'number' ? { create: true } : { reason: 'vip: required' }
}
