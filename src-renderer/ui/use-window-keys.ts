import { useWindowListener } from './use-window-listener.ts'

export type WindowKeys = Readonly<Record<string, () => void>>

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
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  useWindowListener('keydown', onKey)
}
