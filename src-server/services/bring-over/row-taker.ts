import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { BroughtCode, BroughtDevice, BroughtFile, BroughtRow } from '../../domain/bring-over/item.ts'
import type { Code } from '../../domain/code/code.ts'
import type { ImportedState } from '../../domain/code/import.ts'
import { newDevice } from '../../domain/device/device.ts'
import { UNRESOLVED } from '../../domain/file/file.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { roomFor } from '../people/plan-limits.ts'
import { withPauses } from '../with-pauses.ts'
import { AccountTaker } from './account-taker.ts'
import { TAKE_NOTHING, type BringOrder, type BringParts, type Fate } from './bring-parts.ts'
import type { Destination, Destinations } from './destinations.ts'
import type { ReportBuilder } from './report-builder.ts'
import { SeenKeys } from './seen-keys.ts'

/** Takes the rows of a file, some hundred in a unit of work. */
export class RowTaker {
  readonly #parts: BringParts
  readonly #actor: Actor
  readonly #order: BringOrder
  readonly #destinations: Destinations
  readonly #report: ReportBuilder
  readonly #accounts: AccountTaker
  readonly #seen = new SeenKeys()
  /** Codes that a check has taken, by owner: they need the room of a plan. */
  readonly #counted = new Map<number, number>()

  constructor(
    parts: BringParts,
    actor: Actor,
    order: BringOrder,
    destinations: Destinations,
    report: ReportBuilder,
  ) {
    this.#parts = parts
    this.#actor = actor
    this.#order = order
    this.#destinations = destinations
    this.#report = report
    this.#accounts = new AccountTaker(parts)
  }

  async take(rows: readonly BroughtRow[]): Promise<void> {
    const { store } = this.#parts
    const known = rows.map((row) => ({ row, second: this.#secondOf(row) }))
    if (this.#order.dryRun) {
      const { fates, tally } = await store.read((unit) => this.#judge(unit, known))
      for (const { row, fate } of fates) this.#note(row, fate)
      this.#report.differing += tally.differing
      for (const [owner, count] of tally.taken)
        this.#counted.set(owner, (this.#counted.get(owner) ?? 0) + count)
      return
    }
    // Hashing takes long, so it comes before the unit of work.
    await this.#accounts.prepare(rows, (app) => this.#appOf(app))
    const done = await store.write(
      async (unit) => {
        const { fates, tally } = await this.#judge(unit, known)
        const results: (readonly [BroughtRow, Fate])[] = []
        for await (const { row, fate, second } of withPauses(fates)) {
          const isDone = fate.kind !== 'take' || (await (fate.act?.(unit) ?? Promise.resolve(true)))
          results.push([row, isDone ? fate : { kind: 'leave', reason: second ?? 'exists' }])
        }
        await this.#audit(unit, results)
        return { results, tally }
      },
      { durable: true },
    )
    for (const [row, fate] of done.results) this.#note(row, fate)
    this.#report.differing += done.tally.differing
  }

  #note(row: BroughtRow, fate: Fate): void {
    // Applications and agents are in the report already.
    if (row.kind === 'app' || row.kind === 'agent') return
    if (fate.kind === 'same') this.#report.same(row.place)
    else if (fate.kind === 'leave') this.#report.leave(row.place, fate.reason, fate.detail)
    else this.#report.take(row.place, 'remarks' in row ? row.remarks : [])
  }

  #appOf(app: number): number | undefined {
    const destination = this.#destinations.of(app)
    return typeof destination === 'string' ? undefined : destination.app
  }

  async #judge(
    unit: Unit,
    rows: readonly { readonly row: BroughtRow; readonly second: Second }[],
  ): Promise<{ fates: Judged[]; tally: Tally }> {
    const fates: Judged[] = []
    const tally: Tally = { differing: 0, room: new Map(), taken: new Map() }
    for await (const { row, second } of withPauses(rows)) {
      const found = await this.#fateOf(unit, row, tally)
      // Only an import of new rows may ask the store: a check stores nothing, and a replacement works twice.
      const asksStore = !this.#order.dryRun && this.#order.codes === 'keep' && found.kind === 'take'
      const fate: Fate = second === undefined || asksStore ? found : { kind: 'leave', reason: second }
      fates.push({ row, fate, second })
    }
    return { fates, tally }
  }

  async #fateOf(unit: Unit, row: BroughtRow, tally: Tally): Promise<Fate> {
    if (row.kind === 'app' || row.kind === 'agent') return TAKE_NOTHING
    if (row.kind === 'left') return { kind: 'leave', reason: row.reason, detail: row.detail }
    const destination = this.#destinations.of(row.app)
    if (typeof destination === 'string')
      return { kind: 'leave', reason: destination, detail: String(row.app) }
    switch (row.kind) {
      case 'code':
        return this.#codeFate(unit, row, destination, tally)
      case 'account':
        return this.#accounts.fateOf(unit, row, destination.app)
      case 'file':
        return this.#fileFate(unit, row, destination.app)
      case 'device':
        return this.#deviceFate(unit, row, destination.app)
    }
  }

  async #codeFate(unit: Unit, row: BroughtCode, { app, owner }: Destination, tally: Tally): Promise<Fate> {
    const agentId = row.agent === '' ? undefined : this.#destinations.agentOf(row.agent)
    const code = { ...row.code, agentId: agentId ?? null }
    const here = app === undefined ? undefined : await unit.codes.find(app, code.kami)
    if (here !== undefined) {
      if (isSameState(here, code)) return { kind: 'same' }
      tally.differing++
      if (this.#order.codes === 'keep') return { kind: 'leave', reason: 'exists' }
      if (!isUntouched(here)) return { kind: 'leave', reason: 'used_here' }
      return { kind: 'take', act: (write) => write.codes.replaceOne(here.id, here.revision, code) }
    }
    const left =
      tally.room.get(owner) ?? (await roomFor(unit, owner, 'codes')) - (this.#counted.get(owner) ?? 0)
    if (left <= 0) return { kind: 'leave', reason: 'plan' }
    tally.room.set(owner, left - 1)
    tally.taken.set(owner, (tally.taken.get(owner) ?? 0) + 1)
    if (app === undefined) return TAKE_NOTHING
    const createdAt = row.createdAt ?? this.#parts.clock.now()
    const made = { ...code, appId: app, createdAt }
    return { kind: 'take', act: async (write) => (await write.codes.importMany([made]))[0] !== undefined }
  }

  async #fileFate(unit: Unit, { file, createdAt }: BroughtFile, app: number | undefined): Promise<Fate> {
    if (app === undefined) return TAKE_NOTHING
    const { rows } = await unit.files.list(
      scopeOf(this.#actor),
      { app },
      { search: file.url, limit: 50, offset: 0, sort: 'id', desc: false },
    )
    if (rows.some(({ url }) => url === file.url)) return { kind: 'same' }
    const made = { appId: app, ...file, ...UNRESOLVED, createdAt: createdAt ?? this.#parts.clock.now() }
    return { kind: 'take', act: async (write) => (await write.files.insert(made)).id > 0 }
  }

  async #deviceFate(unit: Unit, row: BroughtDevice, app: number | undefined): Promise<Fate> {
    if (app === undefined) return TAKE_NOTHING
    const { accountKey, vip, disabled, label, note, license } = row
    const here = await unit.devices.find(app, accountKey)
    if (here !== undefined) return here.vip === vip ? { kind: 'same' } : { kind: 'leave', reason: 'exists' }
    const { clock } = this.#parts
    const made = {
      ...newDevice(app, accountKey, clock.now()),
      vip,
      disabled,
      label,
      note,
      license,
      agentId: null,
    }
    return {
      kind: 'take',
      act: async (write) => {
        const device = await write.devices.insert(made)
        if (device === undefined) return false
        write.changed('device', device.id, device)
        return true
      },
    }
  }

  /** One row of the audit log for each application and each kind of rows. */
  async #audit(unit: WriteUnit, results: readonly (readonly [BroughtRow, Fate])[]): Promise<void> {
    const taken = results.filter(([row, fate]) => fate.kind === 'take' && row.kind in AUDITED)
    for (const [kind, rows] of Map.groupBy(taken, ([row]) => row.kind)) {
      for (const [old, own] of Map.groupBy(rows, ([row]) => ('app' in row ? row.app : 0))) {
        const destination = this.#destinations.of(old)
        if (typeof destination === 'string' || destination.app === undefined) continue
        await audit(unit, this.#actor, this.#parts.clock.now(), {
          action: 'bring_over',
          subject: { kind: AUDITED[kind] ?? kind, id: '', label: String(own.length) },
          app: destination.app,
          owner: destination.owner,
          after: { count: own.length, first: own[0]?.[0].place.label, last: own.at(-1)?.[0].place.label },
        })
      }
    }
  }

  /** Whether an earlier row of the file has the same code, name or QQ number. */
  #secondOf(row: BroughtRow): Second {
    if (row.kind === 'code') return this.#seen.add(`code ${row.app} ${row.code.kami}`) ? undefined : 'twice'
    if (row.kind === 'device')
      return this.#seen.add(`device ${row.app} ${row.accountKey}`) ? undefined : 'twice'
    if (row.kind !== 'account') return undefined
    if (!this.#seen.add(`account ${row.app} ${row.user}`)) return 'twice'
    return this.#seen.add(`qq ${row.app} ${row.qq}`) ? undefined : 'qq_taken'
  }
}

/** The reason why a row of the file is one too many. A check trusts it; an import asks the store. */
type Second = 'twice' | 'qq_taken' | undefined

interface Judged {
  readonly row: BroughtRow
  readonly fate: Fate
  readonly second: Second
}

/** Counts of one run of a unit of work, which may run twice. */
interface Tally {
  /** Codes that are here with another state. */
  differing: number
  /** Codes that still have room in the plan of an owner. */
  readonly room: Map<number, number>
  /** New codes, by owner. */
  readonly taken: Map<number, number>
}

/** The kinds of rows that are audited, by the subject of the audit log. */
const AUDITED: Readonly<Record<string, string>> = {
  code: 'code',
  account: 'account',
  file: 'file',
  device: 'device',
}

function isSameState(here: Code, code: ImportedState): boolean {
  const members = ['type', 'left', 'markcode', 'useTime', 'endTime', 'unbinds', 'disabled'] as const
  return members.every((member) => here[member] === code[member]) && here.recycledAt === null
}

/** Neither a login nor a person has changed the code here, so no program depends on its state here. */
function isUntouched({ revision, recycledAt }: Code): boolean {
  return revision === 0 && recycledAt === null
}
