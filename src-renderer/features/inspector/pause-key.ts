import { useWindowListener } from '../../ui/use-window-listener.ts'

/** Where Space has its own meaning. */
const OWN = 'a, button, input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]'

/** Space anywhere on the page, except where it types, presses or chooses. */
export function usePauseKey(toggle: () => void): void {
  function listen(event: KeyboardEvent): void {
    if (event.key !== ' ' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(OWN) !== null) return
    event.preventDefault()
    if (!event.repeat) toggle()
  }
  useWindowListener('keydown', listen)
}
