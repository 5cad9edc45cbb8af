import { computed, onScopeDispose, ref, shallowReactive, watch, type ComputedRef, type Ref } from 'vue'
import type { RequestRecord } from '../../../src-server/contract/records/request.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { usePagedList, type PagedList } from '../../api/paged-list.ts'
import { mergeQueue } from './queue-rows.ts'
import type { RequestQuestion } from './request-filter.ts'

export interface RequestQueue {
  readonly list: PagedList<RequestRecord>
  /** The page, with what was decided while it was shown left in place. */
  readonly rows: ComputedRef<readonly RequestRecord[]>
  /** The latest that came in while the queue was shown. */
  readonly arrived: Readonly<Ref<RequestRecord | undefined>>
  /** Shows a row as it is by now. */
  readonly take: (record: RequestRecord) => void
}

/** Several may come at once. */
const SOON_MS = 300

/** The requests a filter shows, kept up to date by the live stream. */
export function useRequestQueue(question: () => RequestQuestion & { readonly size: number }): RequestQueue {
  const list = usePagedList(question, (asked, signal) => call('auth_request_list', asked, { signal }))
  const kept = shallowReactive(new Map<number, RequestRecord>())
  const arrived = ref<RequestRecord>()
  const coming = new Set<number>()
  let soon: ReturnType<typeof setTimeout> | undefined

  async function reload(): Promise<void> {
    const expected = [...coming]
    coming.clear()
    await list.load()
    arrived.value = list.rows.value?.find(({ id }) => expected.includes(id)) ?? arrived.value
  }

  const stream = useLiveStream()
  stream.on('request', ({ id, state, by }) => {
    const shown = list.rows.value?.find((row) => row.id === id)
    if (state !== 'pending' && shown?.state === 'pending') {
      if (!kept.has(id)) kept.set(id, { ...shown, state, decided_by_name: by })
      return
    }
    if (shown === undefined && state === 'pending') coming.add(id)
    clearTimeout(soon)
    soon = setTimeout(() => void reload(), SOON_MS)
  })
  stream.on('reset', () => void list.load())
  onScopeDispose(() => {
    clearTimeout(soon)
  })
  // The server's page has it by now.
  watch(list.rows, (page = []) => {
    for (const { id, state } of page) if (state !== 'pending') kept.delete(id)
  })
  // Another filter, or another page, is another list: nothing is kept in place there.
  watch([() => JSON.stringify(question()), list.page], () => {
    kept.clear()
  })

  return {
    list,
    rows: computed(() => mergeQueue(list.rows.value ?? [], kept, question().desc)),
    arrived,
    take(record) {
      const isShown = kept.has(record.id) || list.rows.value?.some(({ id }) => id === record.id) === true
      if (isShown && record.state !== 'pending') kept.set(record.id, record)
    },
  }
}
