import { computed, shallowRef, type WritableComputedRef } from 'vue'

/** For the dialogs of a screen of which at most one is open. @returns by a dialog's name, whether it is open */
export function useOneDialog(): (name: string) => WritableComputedRef<boolean> {
  const shown = shallowRef<string>()
  return (name) =>
    computed({
      get: () => shown.value === name,
      set: (open) => {
        if (open) shown.value = name
        else if (shown.value === name) shown.value = undefined
      },
    })
}
