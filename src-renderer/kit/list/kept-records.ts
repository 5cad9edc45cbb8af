import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { notify } from '../../ui/toast.ts'
import { useAttempt } from '../refusal/attempt.ts'

export interface KeptRecords<T> {
  /** The dialog is open: for `chosen`, or for a new record. */
  readonly editing: Ref<boolean>
  readonly chosen: Readonly<ShallowRef<T | undefined>>
  readonly edit: (record: T | undefined) => void
  /** The record that the question before a deletion names. */
  readonly deleting: ShallowRef<T | undefined>
  readonly confirmDeletion: () => Promise<void>
}

/**
 * A list of few records. People create and change a record in a dialog, and delete it after a question.
 *
 * @param remove deletes a record and returns the notice
 * @param load reads the list again
 */
export function useKeptRecords<T>(
  remove: (record: T) => Promise<string>,
  load: () => Promise<void>,
): KeptRecords<T> {
  const { attempt } = useAttempt()
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
      await attempt(async () => {
        notify.success(await remove(record))
      })
      await load()
    },
  }
}
