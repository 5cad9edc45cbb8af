import { createHash } from 'node:crypto'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { ImportKind } from '../../contract/import-names.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { ImportItem } from '../../store/repositories/imports.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

/** The origin of imported rows: a file, and the import that the rows continue. */
export interface ImportOrigin {
  readonly file?: string | undefined
  readonly import?: number | undefined
  /** Rows of the previous pieces that a dry run would make. */
  readonly ahead?: number | undefined
}

/** The terms of an import of rows. */
export interface ImportOrder extends ImportOrigin {
  /** Says what would be done, and changes nothing. */
  readonly dryRun: boolean
}

/** Keeps the rows that an import makes and changes, so that one act can undo the import. */
export class ImportLog {
  readonly #actor: Actor
  readonly #kind: ImportKind
  readonly #app: number
  readonly #origin: ImportOrigin
  #id: number | undefined

  constructor(actor: Actor, kind: ImportKind, app: number, origin: ImportOrigin) {
    this.#actor = actor
    this.#kind = kind
    this.#app = app
    this.#origin = origin
    this.#id = origin.import
  }

  /** The number of the import, or undefined as long as it has no row. */
  get id(): number | undefined {
    return this.#id
  }

  /** @throws Refused 404 for an import that the rows can't continue, 409 for an undone one */
  async check(unit: Unit): Promise<void> {
    if (this.#origin.import === undefined) return
    const found = await unit.imports.find(scopeOf(this.#actor), this.#origin.import)
    const isSame =
      found?.kind === this.#kind && found.appId === this.#app && found.byId === this.#actor.personId
    if (found === undefined || !isSame) throw new Refused(CONSOLE.notFound, 'There is no such import')
    if (found.undoneAt !== null) throw new Refused(CONSOLE.conflict, 'The import is undone', { id: 'undone' })
  }

  /** Keeps rows in the unit of work that writes them. The first unit creates the import's record. @param at Unix seconds */
  async keep(unit: WriteUnit, items: readonly ImportItem[], at: number): Promise<void> {
    await this.check(unit)
    const { personId: byId, name: by } = this.#actor
    const made = { kind: this.#kind, appId: this.#app, file: this.#origin.file ?? '', byId, by, at }
    const id = this.#id ?? (await unit.imports.insert(made))
    await unit.imports.addItems(id, items)
    // A unit of work may run twice.
    unit.afterCommit(() => {
      this.#id = id
    })
  }
}

/** A mark of a row's values: equal values have equal marks, and the mark reveals no value. */
export function markOf(row: object): string {
  const sorted = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 22)
}
