import type { ImportKind } from '../../contract/import-names.ts'
import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { ImportRecord, ImportUndo } from '../../contract/records/import.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Import, ImportItem, Settled } from '../../store/repositories/imports.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Jobs, JobTurn } from '../platform/jobs.ts'
import { listImports, requireUndoable } from './imports.ts'
import { itemsWith, recordsOf, type UndoWay, type Verdicts } from './undo-way.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly jobs: Jobs
  readonly ways: Readonly<Record<ImportKind, UndoWay>>
  readonly clock: Clock
}

const STAYING_SHOWN = 500
/** Ids that the audit log keeps of one unit of work. */
const IDS_KEPT = 100
/** Rows undone in one unit of work: an undo must not delay the calls of EAs. */
const CHUNK = JOB_THRESHOLD

/**
 * Imports and their undo. An undo goes through the rows of an import in units of work. Each unit forgets the rows that it
 * undoes. After a crash in the middle, the next undo of the same import continues with the other rows.
 */
export class ImportUndos {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(actor: Actor, kind: ImportKind): Promise<ImportRecord[]> {
    return listImports(this.#parts.store, actor, kind)
  }

  /** @throws Refused 404, 403 for staff who may not edit such rows, 409 for an import that is undone already */
  async undo(actor: Actor, id: number, { dryRun }: { readonly dryRun: boolean }): Promise<ImportUndo> {
    const { store, jobs } = this.#parts
    const { found, total } = await store.read(async (unit) => ({
      found: await requireUndoable(unit, actor, id),
      total: await unit.imports.countItems(id),
    }))
    if (dryRun) return this.#through(found, (items) => this.#judge(found, items))
    if (total <= CHUNK) return this.#through(found, (items) => this.#undo(actor, found, items))
    const job = await jobs.start(actor, 'import_undo', total, async (turn) => {
      await this.#through(found, (items) => this.#undo(actor, found, items), turn)
    })
    return { ...summary([]), job }
  }

  /** Goes through the rows of an import, in the order of their ids. */
  async #through(
    { id }: Import,
    each: (items: readonly ImportItem[]) => Promise<Verdicts>,
    turn?: JobTurn,
  ): Promise<ImportUndo> {
    const parts: ImportUndo[] = []
    let done = 0
    for (let after: number | undefined = 0; after !== undefined && turn?.signal.aborted !== true;) {
      const from: number = after
      const items = await this.#parts.store.read((unit) => unit.imports.items(id, from, CHUNK))
      const part = summary([...(await each(items))])
      parts.push(part)
      done += items.length
      turn?.report(
        done,
        parts.reduce((all, { stay }) => all + stay, 0),
      )
      after = items.length < CHUNK ? undefined : items.at(-1)?.itemId
    }
    return together(parts)
  }

  async #judge(found: Import, items: readonly ImportItem[]): Promise<Verdicts> {
    const { store, ways } = this.#parts
    const step = await ways[found.kind].prepare(items)
    return store.read((unit) => step.judge(unit, found, items))
  }

  async #undo(actor: Actor, found: Import, items: readonly ImportItem[]): Promise<Verdicts> {
    const { store, ways, clock } = this.#parts
    const step = await ways[found.kind].prepare(items)
    return store.write(
      async (unit) => {
        // Somebody else may have undone it in the meantime.
        await requireUndoable(unit, actor, found.id)
        const verdicts = await step.judge(unit, found, items)
        const gone = recordsOf(itemsWith(verdicts, 'gone'))
        const done = { ...(await step.undo(unit, verdicts)), gone }
        await unit.imports.settle(found.id, done)
        const isLast = items.length < CHUNK
        if (isLast) await unit.imports.markUndone(found.id, actor.name, clock.now())
        await this.#note(unit, actor, found, done, isLast)
        return verdicts
      },
      { durable: true },
    )
  }

  async #note(
    unit: WriteUnit,
    actor: Actor,
    { id, kind, file, appId }: Import,
    { removed, restored }: Settled,
    isLast: boolean,
  ): Promise<void> {
    if (removed.length + restored.length === 0 && !isLast) return
    await audit(unit, actor, this.#parts.clock.now(), {
      action: 'import_undo',
      subject: { kind: 'import', id, label: file === '' ? String(id) : file },
      app: appId,
      owner: this.#parts.registry.ownerOf(appId),
      after: {
        kind,
        removed: removed.length,
        restored: restored.length,
        ids: [...removed, ...restored].slice(0, IDS_KEPT),
      },
    })
  }
}

function summary(
  verdicts: readonly (Verdicts extends ReadonlyMap<infer I, infer V> ? readonly [I, V] : never)[],
): ImportUndo {
  const staying = verdicts.flatMap(([{ itemId: id }, verdict]) =>
    typeof verdict === 'string' ? [] : [{ id, label: verdict.label, reason: verdict.kept }],
  )
  const number = (wanted: string) => verdicts.filter(([, verdict]) => verdict === wanted).length
  return { remove: number('remove'), restore: number('restore'), stay: staying.length, staying }
}

function together(parts: readonly ImportUndo[]): ImportUndo {
  const sum = (member: 'remove' | 'restore' | 'stay') => parts.reduce((all, part) => all + part[member], 0)
  return {
    remove: sum('remove'),
    restore: sum('restore'),
    stay: sum('stay'),
    staying: parts.flatMap(({ staying }) => staying).slice(0, STAYING_SHOWN),
  }
}
