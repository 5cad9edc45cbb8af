import { useKeyHelp, type KeyHelp } from './key-help.ts'
import { useWindowListener } from './use-window-keys.ts'

const TYPING = 'input, textarea, select, [contenteditable="true"]'
/** Layers that take the keyboard while they are open. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

const HELPS: Readonly<Record<string, KeyHelp>> = {
  '/': 'search',
  j: 'move',
  n: 'new',
  e: 'edit',
  r: 'renew',
  f: 'freeze',
  Escape: 'back',
}

/** Keys of a page, by `event.key`: not while a person types, a layer is open, or with Ctrl, Alt or Meta. */
export function usePageKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useKeyHelp(() => Object.keys(keys).flatMap((key) => HELPS[key] ?? []))
  function listen(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(TYPING) !== null) return
    if (document.querySelector(LAYERS) !== null) return
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act(event)
  }
  useWindowListener('keydown', listen)
}
