import { ref, shallowReactive, type Ref } from 'vue'
import { useRefusal, type Refusal } from '../refusal/refusal.ts'

/** What a person types, the call that sends it, and the server's refusal. `FormDialog.vue` shows it. */
export interface Form<D extends object> {
  readonly draft: D
  readonly busy: Readonly<Ref<boolean>>
  readonly refusal: Refusal
  /** Begins anew with the first values. */
  readonly reset: () => void
  /** @returns whether the form is done and may close */
  readonly submit: () => Promise<boolean>
}

/**
 * @param initial the values at the beginning; called again each time the form opens
 * @param send answers `false` where the form stays open. Its error is shown as a refusal
 */
export function useForm<D extends object>(
  initial: () => D,
  send: (draft: D) => Promise<unknown>,
  refusal: Refusal = useRefusal(),
): Form<D> {
  const draft: D = shallowReactive(initial())
  const busy = ref(false)
  return {
    draft,
    busy,
    refusal,
    reset() {
      Object.assign(draft, initial())
      refusal.clear()
    },
    async submit() {
      busy.value = true
      refusal.clear()
      try {
        return (await send(draft)) !== false
      } catch (error) {
        refusal.show(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
