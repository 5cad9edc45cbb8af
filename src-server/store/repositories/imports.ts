import type { ImportKind } from '../../contract/import-names.ts'
import type { Scope } from '../../domain/access/scope.ts'

/** An import as stored. Times are Unix seconds. */
export interface Import {
  readonly id: number
  readonly kind: ImportKind
  readonly appId: number
  readonly file: string
  readonly byId: number
  readonly by: string
  readonly at: number
  readonly made: number
  readonly changed: number
  readonly removed: number
  readonly restored: number
  readonly undoneBy: string
  readonly undoneAt: number | null
}

/** A row of an import. */
export interface ImportItem {
  readonly itemId: number
  /** A mark of the row's values after the import. */
  readonly mark: string
  /** The changed values from before the import, as JSON. null for a row that the import made. */
  readonly before: string | null
}

/** The ids of rows that an undo has handled. `gone`: somebody had deleted them. */
export interface Settled {
  readonly removed: readonly number[]
  readonly restored: readonly number[]
  readonly gone: readonly number[]
}

export interface ImportRepository {
  insert(given: Pick<Import, 'kind' | 'appId' | 'file' | 'byId' | 'by' | 'at'>): Promise<number>
  find(scope: Scope, id: number): Promise<Import | undefined>
  /** The newest first. */
  list(scope: Scope, kind: ImportKind, limit: number): Promise<Import[]>
  /** Keeps rows and counts them. A row that the import has already stays as it was before the import. */
  addItems(id: number, items: readonly ImportItem[]): Promise<void>
  /** In the order of the rows' ids, after `afterId`. */
  items(id: number, afterId: number, limit: number): Promise<ImportItem[]>
  countItems(id: number): Promise<number>
  /** Forgets rows that an undo has handled, and counts those that it removed and restored. */
  settle(id: number, done: Settled): Promise<void>
  /** Marks an import whose rows an undo has gone through. @returns false where it was undone already */
  markUndone(id: number, by: string, at: number): Promise<boolean>
}
