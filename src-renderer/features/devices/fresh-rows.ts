import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { PagedList } from '../../api/paged-list.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import type { DeviceChange } from '../../../src-server/contract/live.ts'
import type { DeviceRecord } from '../../../src-server/contract/records/device.ts'

/** The page's rows with what the stream told of them since they were read; those that were deleted are gone. */
export function useFreshRows(
  list: Pick<PagedList<DeviceRecord>, 'rows' | 'load'>,
): ComputedRef<readonly DeviceRecord[]> {
  const changes = shallowRef<ReadonlyMap<number, DeviceChange>>(new Map())
  const removed = shallowRef<ReadonlySet<number>>(new Set())
  const stream = useLiveStream()

  watch(list.rows, () => {
    changes.value = new Map()
    removed.value = new Set()
  })
  stream.on('devices', ({ rows, removed: gone = [] }) => {
    const shown = new Set(list.rows.value?.map(({ id }) => id))
    const mine = rows.filter(({ id }) => shown.has(id))
    if (mine.length > 0) {
      const next = new Map(changes.value)
      for (const row of mine) next.set(row.id, { ...next.get(row.id), ...row })
      changes.value = next
    }
    if (gone.some((id) => shown.has(id))) removed.value = new Set([...removed.value, ...gone])
  })
  stream.on('reset', () => void list.load())

  return computed(() =>
    (list.rows.value ?? [])
      .filter(({ id }) => !removed.value.has(id))
      .map((row) => ({ ...row, ...changes.value.get(row.id) })),
  )
}
