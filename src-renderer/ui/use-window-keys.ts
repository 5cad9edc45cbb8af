import { onMounted, onUnmounted } from 'vue'

/** Listens to an event of the window while the component is on the page. */
export function useWindowListener<K extends keyof WindowEventMap>(
  type: K,
  listen: (event: WindowEventMap[K]) => void,
): void {
  onMounted(() => {
    window.addEventListener(type, listen)
  })
  onUnmounted(() => {
    window.removeEventListener(type, listen)
  })
}

export type WindowKeys = Readonly<Record<string, () => void>>

/** Whether a key belongs to the screen, and not to a text field, a dialog or a menu. */
export function isForScreen(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isTyping(event.target)) return false
  return document.querySelector('[role="dialog"], [role="alertdialog"]') === null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"])') ||
      target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null)
  )
}

/** Keys that work anywhere on the screen, except in a text field, a dialog or a menu. */
export function useWindowKeys(keys: WindowKeys): void {
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !isForScreen(event)) return
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  useWindowListener('keydown', onKey)
}
