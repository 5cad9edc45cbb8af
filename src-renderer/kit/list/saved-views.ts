import { computed, onMounted, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { ViewRecord } from '../../../src-server/contract/records/workspace.ts'
import { call } from '../../api/console-client.ts'
import type { ListQuery } from './list-query.ts'
import type { ListColumns } from './columns.ts'

export interface SavedViews {
  readonly views: Readonly<ShallowRef<readonly ViewRecord[]>>
  /** The current view, as long as its state is unchanged. */
  readonly current: ComputedRef<ViewRecord | undefined>
  readonly show: (view: ViewRecord) => void
  /** Keeps what is shown. It replaces a view of the same name. */
  readonly save: (name: string) => Promise<void>
  readonly forget: (view: ViewRecord) => Promise<void>
  /** Keeps a view again that was forgotten. */
  readonly restore: (view: ViewRecord) => Promise<void>
}

/** Filters, order and columns of a list under names. The server keeps them for this person. */
export function useSavedViews(
  query: Pick<ListQuery, 'kept' | 'show'>,
  columns: Pick<ListColumns, 'list' | 'shown' | 'showOnly'>,
): SavedViews {
  const { list } = columns
  const views = shallowRef<readonly ViewRecord[]>([])
  const shownKeys = () => columns.shown.value.map(({ key }) => key)

  async function load(): Promise<void> {
    try {
      views.value = (await call('view_list', { list })).rows
    } catch {
      // The list itself shows that the server is unreachable.
    }
  }
  async function keep(view: Pick<ViewRecord, 'name' | 'query' | 'columns'>): Promise<void> {
    const { name, query: kept, columns: keys } = view
    await call('view_save', { list, name, query: kept, columns: keys })
    await load()
  }
  onMounted(load)

  return {
    views,
    current: computed(() => views.value.find((view) => isSame(view, query.kept.value, shownKeys()))),
    show(view) {
      query.show(view.query)
      columns.showOnly(view.columns)
    },
    save: (name) => keep({ name, query: { ...query.kept.value }, columns: shownKeys() }),
    async forget({ id }) {
      await call('view_delete', { id })
      await load()
    },
    restore: keep,
  }
}

/** A column that the program got after the view was kept isn't part of it. */
function isSame(
  view: ViewRecord,
  query: Readonly<Record<string, string>>,
  shown: readonly string[],
): boolean {
  const names = new Set([...Object.keys(view.query), ...Object.keys(query)])
  if (![...names].every((name) => view.query[name] === query[name])) return false
  return view.columns.length === shown.length && shown.every((key) => view.columns.includes(key))
}
