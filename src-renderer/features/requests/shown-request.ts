import { computed, type ComputedRef, type ShallowRef } from 'vue'
import type { RequestRecord } from '../../../src-server/contract/records/request.ts'
import { useAnswer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'

export interface ShownRequest {
  /** The queue's row until it is read with all that is known now. */
  readonly record: ComputedRef<RequestRecord | undefined>
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
  readonly take: (record: RequestRecord) => void
}

/** The request beside the queue. `read` is told each time it was read anew. */
export function useShownRequest(
  id: () => number | undefined,
  rows: () => readonly RequestRecord[],
  read: (record: RequestRecord) => void,
): ShownRequest {
  const {
    value: fetched,
    failure,
    load,
  } = useAnswer(async (signal) => {
    const asked = id()
    if (asked === undefined) return undefined
    const record = await call('auth_request_get', { id: asked }, { signal })
    read(record)
    return record
  }, id)
  function take(record: RequestRecord): void {
    if (record.id === id()) fetched.value = record
    read(record)
  }
  const stream = useLiveStream()
  stream.on('request', (change) => {
    if (change.id === id()) void load()
  })
  stream.on('reset', () => void load())

  return {
    record: computed(() =>
      fetched.value?.id === id() ? fetched.value : rows().find((row) => row.id === id()),
    ),
    failure,
    load,
    take,
  }
}
