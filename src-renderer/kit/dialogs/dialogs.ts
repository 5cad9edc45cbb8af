import { onScopeDispose, ref, shallowRef, type Component, type Ref, type ShallowRef } from 'vue'

/** A dialog that a screen has shown. */
export interface ShownDialog {
  readonly key: number
  readonly component: Component
  readonly props: object
  readonly open: Ref<boolean>
}

/** A dialog's props, and its events as `on…`. */
type PropsOf<C> = C extends new (...given: never[]) => { readonly $props: infer P extends object } ? P : never

const all = shallowRef<readonly ShownDialog[]>([])
let last = 0

/** For the application: the open dialogs, and those that closed last. */
export function useShownDialogs(): Readonly<ShallowRef<readonly ShownDialog[]>> {
  return all
}

/**
 * Shows a dialog in front of the page. The dialog starts anew each time. It has no `open` of its own: its `Dialog`
 * closes itself. It also closes when the screen that showed it goes.
 */
export function useDialogs(): <C extends Component>(component: C, props: PropsOf<C>) => void {
  const own = new Set<ShownDialog>()
  onScopeDispose(() => {
    all.value = all.value.filter((dialog) => !own.has(dialog))
  })
  return (component, props) => {
    const dialog: ShownDialog = { key: ++last, component, props, open: ref(true) }
    for (const shown of own) if (!shown.open.value) own.delete(shown)
    own.add(dialog)
    // A closed dialog stays until here, so that it can give the focus back.
    all.value = [...all.value.filter(({ open }) => open.value), dialog]
  }
}
