import { computed, inject, provide, ref, type InjectionKey, type Ref, type WritableComputedRef } from 'vue'

const HOSTED: InjectionKey<Ref<boolean>> = Symbol('whether the hosted dialog is open')

/** For the component that hosts a dialog: the dialog inside is open as long as `open` says so. */
export function provideDialogOpen(open: Ref<boolean>): void {
  provide(HOSTED, open)
}

/**
 * Whether a dialog is open, also for the components inside.
 * @param given its parent's word. Where the parent says nothing, the host does
 */
export function useDialogOpen(
  given: Ref<boolean | undefined> = ref<boolean>(),
): WritableComputedRef<boolean> {
  const hosted = inject(HOSTED, undefined)
  return computed({
    get: () => given.value ?? hosted?.value ?? false,
    set: (open) => {
      given.value = open
      if (hosted !== undefined) hosted.value = open
    },
  })
}
