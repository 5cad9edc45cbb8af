import { ref, type Ref } from 'vue'
import { isAbort } from '../../api/console-error.ts'
import { notify } from '../../ui/toast.ts'
import { useFailureText } from './refusal.ts'

export interface Attempts {
  /** An act runs. */
  readonly busy: Readonly<Ref<boolean>>
  /**
   * Runs an act that has no form. Its failure becomes a notice, unless the person ended it.
   * @returns whether the act succeeded
   */
  readonly attempt: (act: () => unknown) => Promise<boolean>
}

/** For acts that show their failure in a notice. */
export function useAttempt(): Attempts {
  const textOf = useFailureText()
  const busy = ref(false)
  return {
    busy,
    async attempt(act) {
      busy.value = true
      try {
        await act()
        return true
      } catch (error) {
        if (!isAbort(error)) notify.error(textOf(error))
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
