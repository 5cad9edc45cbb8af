import { DEBUG_CODE_PREFIX } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import { importedCode } from '../../contract/records/code.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { isDebugCode } from '../../domain/code/generate.ts'
import { decideImport, type ImportedState } from '../../domain/code/import.ts'
import { apart, type SeatState } from '../../domain/code/seats.ts'
import { valuesAfter } from '../../domain/grouping/values.ts'
import type { NewSeat } from '../../store/repositories/code-seats.ts'
import type { ImportItem } from '../../store/repositories/imports.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { Applications } from '../applications/applications.ts'
import { FileAgents } from '../agents/file-agents.ts'
import { OwnersFields } from '../custom-fields/field-values.ts'
import { audit } from '../platform/audit-trail.ts'
import { readRows, reasonOf, type Candidate, type SkippedRow } from '../imported-rows.ts'
import { ImportLog, type ImportOrder } from '../imports/import-log.ts'
import { NEW_CODE_MARK } from '../imports/undo-codes.ts'
import { roomFor } from '../people/plan-limits.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly clock: Clock
}

export interface ImportResult {
  readonly done: number
  readonly import?: number | undefined
  readonly skipped: SkippedRow[]
}

/** The application that the codes go to, and its owner. */
interface Place {
  readonly app: number
  readonly owner: number
  readonly severalAccounts: boolean
}

/** Codes stored in one unit of work: an import must not delay the logins of EAs. */
const CHUNK = 500

/** Imports codes from another server. */
export class CodeImports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Takes every valid row. If one file is sent twice, the second import takes nothing.
   * @throws Refused 404 for an unknown application and an import that the rows can't continue, 409 for an undone one
   */
  async import(
    actor: Actor,
    app: number,
    rows: readonly unknown[],
    { dryRun, ...origin }: ImportOrder,
  ): Promise<ImportResult> {
    const { applications, store } = this.#parts
    const { ownerId: owner, severalAccounts } = applications.require(actor, app)
    const place: Place = { app, owner, severalAccounts }
    const { candidates, skipped } = await readRows(
      rows,
      (given) => readRow(actor, given),
      ({ kami }) => [['kami', kami]],
    )
    const log = new ImportLog(actor, 'code', app, origin)
    await store.read((unit) => log.check(unit))
    let done = 0
    for (let start = 0; start < candidates.length; start += CHUNK) {
      const chunk = candidates.slice(start, start + CHUNK)
      const refused = dryRun
        ? await store.read((unit) =>
            findRefused(unit, new FileAgents(unit, actor), place, chunk, (origin.ahead ?? 0) + done),
          )
        : await store.write((unit) => this.#take(unit, actor, place, chunk, log), { durable: true })
      done += chunk.length - refused.length
      skipped.push(...refused)
    }
    return { done, import: log.id, skipped: skipped.sort((a, b) => a.row - b.row) }
  }

  async #take(
    unit: WriteUnit,
    actor: Actor,
    place: Place,
    chunk: readonly Candidate<ImportedState>[],
    log: ImportLog,
  ): Promise<SkippedRow[]> {
    const now = this.#parts.clock.now()
    const agents = new FileAgents(unit, actor)
    const fields = await OwnersFields.of(unit, place.owner, 'codes')
    const refused = await findRefused(unit, agents, place, chunk, 0)
    const rows = new Set(refused.map(({ row }) => row))
    const wanted = chunk.filter(({ row }) => !rows.has(row))
    const taken: string[] = []
    const items: ImportItem[] = []
    for await (const part of withPauses(slicesOf(wanted, TOGETHER))) {
      const split = part.map(({ value }) => withoutSeat(value))
      const ids = await unit.codes.importMany(
        split.map(({ code }) => ({
          ...code,
          fields: valuesAfter({}, fields.stored(code.fields)),
          appId: place.app,
          createdAt: now,
        })),
      )
      const seats: NewSeat[] = []
      for (const [at, { row, value }] of part.entries()) {
        const [itemId, seat] = [ids[at], split[at]?.seat]
        if (itemId === undefined) refused.push({ row, reason: 'exists' })
        else {
          if (seat !== undefined) seats.push({ ...seat, codeId: itemId, appId: place.app })
          taken.push(value.kami)
          items.push({ itemId, mark: NEW_CODE_MARK, before: null })
        }
      }
      if (seats.length > 0) await unit.codeSeats.put(seats)
    }
    if (taken.length > 0) {
      await log.keep(unit, items, now)
      await agents.putToWork(unit, place.owner, now)
      await audit(unit, actor, now, {
        action: 'code_import',
        subject: { kind: 'code', id: '', label: String(taken.length) },
        app: place.app,
        owner: place.owner,
        after: { count: taken.length, first: taken[0], last: taken.at(-1) },
      })
    }
    return refused
  }
}

function readRow(actor: Actor, given: unknown): ImportedState | string {
  const parsed = importedCode.safeParse(given)
  if (!parsed.success) return reasonOf(parsed.error)
  // Debug codes are internal: only the owner imports them.
  if (isDebugCode(parsed.data.kami) && actor.role !== 'owner') return `${DEBUG_CODE_PREFIX} is reserved`
  const code = decideImport(parsed.data)
  if (typeof code !== 'string' && code.agentId !== null && isDebugCode(code.kami))
    return 'agent: debug codes are sold by nobody'
  return code
}

/** The account of a code with several seats has a seat of its own. */
function withoutSeat(code: ImportedState): { code: ImportedState; seat: SeatState | undefined } {
  return code.seats > 1 && code.accountKey !== '' ? apart(code) : { code, seat: undefined }
}

/** @param before rows of this import that would have been taken already */
async function findRefused(
  unit: Unit,
  agents: FileAgents,
  { app, owner, severalAccounts }: Place,
  chunk: readonly Candidate<ImportedState>[],
  before: number,
): Promise<SkippedRow[]> {
  const refused: SkippedRow[] = []
  let room = (await roomFor(unit, owner, 'codes')) - before
  const own = await OwnersFields.of(unit, owner, 'codes')
  const there = new Set<string>()
  for await (const part of withPauses(slicesOf(chunk, TOGETHER))) {
    const kamis = part.map(({ value }) => value.kami)
    for (const { kami } of await unit.codes.findMany(app, kamis)) there.add(kami)
  }
  for await (const { row, value: code } of withPauses(chunk)) {
    const wrong = own.wrongIn(code.fields)
    if (!(await agents.mayName(code.agentId))) {
      refused.push({ row, reason: 'agent: unknown' })
    } else if (wrong !== undefined) {
      refused.push({ row, reason: `${wrong.name}: ${wrong.reason}` })
    } else if (code.seats > 1 && !severalAccounts) {
      refused.push({ row, reason: 'seats: one account' })
    } else if (there.has(code.kami)) {
      refused.push({ row, reason: 'exists' })
    } else if (room-- <= 0) refused.push({ row, reason: 'plan' })
  }
  return refused
}
