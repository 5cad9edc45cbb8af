import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { notify } from '../../ui/toast.ts'
import { useFailureText } from '../refusal/refusal.ts'

export interface KeptRecords<T> {
  /** Whether the dialog of one is open: of `chosen`, or of a new one. */
  readonly editing: Ref<boolean>
  readonly chosen: Readonly<ShallowRef<T | undefined>>
  readonly edit: (record: T | undefined) => void
  /** The one that is asked about. */
  readonly deleting: ShallowRef<T | undefined>
  readonly confirmDeletion: () => Promise<void>
}

/**
 * A list of few records, each made and changed in a dialog and deleted after a question.
 *
 * @param remove deletes one; what it returns is said
 * @param load reads the list again
 */
export function useKeptRecords<T>(
  remove: (record: T) => Promise<string>,
  load: () => Promise<void>,
): KeptRecords<T> {
  const textOf = useFailureText()
  const editing = ref(false)
  const chosen = shallowRef<T>()
  const deleting = shallowRef<T>()
  return {
    editing,
    chosen,
    deleting,
    edit(record) {
      chosen.value = record
      editing.value = true
    },
    async confirmDeletion() {
      const record = deleting.value
      deleting.value = undefined
      if (record === undefined) return
      try {
        notify.success(await remove(record))
      } catch (error) {
        notify.error(textOf(error))
      }
      await load()
    },
  }
}
