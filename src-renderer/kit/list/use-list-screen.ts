import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { usePagedList, type PagedList, type Place } from '../../api/paged-list.ts'
import type { ExportFormat, ExportPiece } from '../../../src-server/contract/records/export.ts'
import type { Page } from '../../../src-server/contract/paging.ts'
import type { TextColumn } from '../../ui/table-column.ts'
import type { BulkAct } from '../bulk/bulk-act.ts'
import { useListColumns, type ListColumns } from './columns.ts'
import { tableColumns, type ListColumn } from './list-column.ts'
import type { FiltersGiven, ListFilters } from './list-filters.ts'
import type { ListQuery } from './list-query.ts'
import { useListMatch, type ListMatch } from './list-match.ts'
import { useListSelection, type ListSelection } from './selection.ts'

interface Row {
  readonly id: number
}

export interface ListOrder<S extends string> {
  readonly sort: S
  readonly desc: boolean
}

/** A page of rows in an order. */
export interface ListQuestion<F, S extends string> extends ListMatch<F>, Place, Partial<ListOrder<S>> {
  readonly size: number
}

/** An export of a list: the name of the file, without its ending, and the reading of a piece. */
export interface ListExport<F> {
  readonly name: string
  readonly read: (
    order: ListMatch<F> & { readonly format: ExportFormat; readonly after?: number },
    signal: AbortSignal,
  ) => Promise<ExportPiece>
}

export interface ListScreenOptions<F extends object, S extends string, R extends Row> {
  /** The name of its column choice and saved views. Without a name it has neither. */
  readonly name?: string
  /** The server's sort names. */
  readonly sorts?: readonly S[]
  /** The default order. */
  readonly order: { readonly by: S; readonly desc: boolean }
  readonly filters?: FiltersGiven<F>
  /** The fixed part of the list's filter. */
  readonly always?: () => NoInfer<Partial<F>>
  readonly read: (
    question: ListQuestion<F, S>,
    signal: AbortSignal,
  ) => Promise<Page<R> & { readonly total_exact?: boolean | undefined }>
  /** The export of all rows that match. */
  readonly exports?: ListExport<F>
  /** The label of a column, by its key. */
  readonly label: (key: string) => string
  readonly columns: () => readonly ListColumn<R>[]
}

export interface ListScreen<F extends object, R extends Row, S extends string = string> extends PagedList<R> {
  readonly named: boolean
  readonly query: ListQuery
  readonly filters: ComputedRef<ListFilters<F>>
  readonly match: ComputedRef<ListMatch<F>>
  readonly order: ComputedRef<ListOrder<S> | undefined>
  readonly columns: ListColumns<TextColumn<R>>
  readonly selection: ListSelection<Partial<F>, R>
  /** Its export, of what the list shows now. */
  readonly exports:
    | {
        readonly name: string
        readonly read: (
          format: ExportFormat,
          after: { after?: number },
          signal: AbortSignal,
        ) => Promise<ExportPiece>
      }
    | undefined
  /** The bulk act of the open confirmation. */
  readonly act: ShallowRef<BulkAct | undefined>
  /** Reads the list again after a bulk act, with nothing selected. */
  readonly changed: () => void
}

/** A list with its address, filters, columns and selection, for `ListScreen.vue`. */
export function useListScreen<S extends string, R extends Row, F extends object = never>(
  options: ListScreenOptions<F, S, R>,
): ListScreen<F, R, S> {
  const { name, sorts, order: usual, read, always, exports } = options
  const { query, filters, match } = useListMatch(options.filters ?? (() => []), usual, always)
  const order = computed(() => {
    const { by, desc } = query.sort.value
    return sorts && { sort: sorts.find((known) => known === by) ?? usual.by, desc }
  })
  const list = usePagedList(() => ({ ...match.value, ...order.value, size: query.size.value }), read)
  const selection = useListSelection(list, () => match.value)
  return {
    ...list,
    named: name !== undefined,
    query,
    filters,
    match,
    order,
    columns: useListColumns(name ?? '', () => tableColumns(options.columns(), options.label)),
    selection,
    exports: exports && {
      name: exports.name,
      read: (format, after, signal) => exports.read({ format, ...match.value, ...after }, signal),
    },
    act: shallowRef(),
    changed() {
      selection.clear()
      void list.load()
    },
  }
}
