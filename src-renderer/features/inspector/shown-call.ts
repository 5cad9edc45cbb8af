import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'
import type { KeyedCall } from './call-key.ts'

export interface ShownCall {
  readonly key: ComputedRef<string | undefined>
  readonly call: ComputedRef<InspectedCall | undefined>
  readonly pasted: ComputedRef<boolean>
  readonly choose: (call: KeyedCall) => void
  readonly explain: (call: InspectedCall) => void
  /** Leaves the pasted request for the call that was shown before. */
  readonly back: () => void
  readonly clear: () => void
}

/** The call beside the list. It stays when the list moves on without it, and begins with the newest. */
export function useShownCall(calls: Readonly<ShallowRef<readonly KeyedCall[] | undefined>>): ShownCall {
  const chosen = shallowRef<KeyedCall>()
  const explained = shallowRef<InspectedCall>()

  watch(calls, (now) => {
    // The server reads calls anew each time, with the settings of the moment.
    chosen.value = now?.find(({ key }) => key === chosen.value?.key) ?? chosen.value ?? now?.[0]
  })
  return {
    key: computed(() => (explained.value === undefined ? chosen.value?.key : undefined)),
    call: computed(() => explained.value ?? chosen.value?.call),
    pasted: computed(() => explained.value !== undefined),
    choose(call) {
      explained.value = undefined
      chosen.value = call
    },
    explain(call) {
      explained.value = call
    },
    back() {
      explained.value = undefined
    },
    clear() {
      explained.value = undefined
      chosen.value = undefined
    },
  }
}
