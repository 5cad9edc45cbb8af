import { onScopeDispose, readonly, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { call } from '../../api/console-client.ts'
import { isAbort } from '../../api/console-error.ts'
import { useLiveStream } from '../../api/live-stream.ts'

export interface RiskList {
  /** undefined until the first answer; those before stay while others come. */
  readonly rows: Readonly<ShallowRef<readonly RiskItem[] | undefined>>
  /** There are more than are shown. */
  readonly isCut: Readonly<Ref<boolean>>
  readonly loading: Readonly<Ref<boolean>>
  readonly error: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
}

/** The risks a filter shows, read again whenever there are more or fewer. */
export function useRiskList(question: () => ActionInput<'risk_list'>): RiskList {
  const rows = shallowRef<readonly RiskItem[]>()
  const isCut = ref(false)
  const loading = ref(false)
  const error = shallowRef<unknown>()
  let running: AbortController | undefined

  async function load(): Promise<void> {
    running?.abort()
    const mine = (running = new AbortController())
    loading.value = true
    try {
      const answer = await call('risk_list', question(), { signal: mine.signal })
      rows.value = answer.rows
      isCut.value = answer.is_cut
      error.value = undefined
    } catch (failure) {
      if (isAbort(failure)) return
      error.value = failure
    }
    if (running === mine) loading.value = false
  }
  const stream = useLiveStream()
  stream.on('risk', () => void load())
  stream.on('reset', () => void load())
  watch(() => JSON.stringify(question()), load, { immediate: true })
  onScopeDispose(() => running?.abort())

  return { rows, isCut: readonly(isCut), loading: readonly(loading), error, load }
}
