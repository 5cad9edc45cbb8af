import { useDialogs } from '../../kit/dialogs/dialogs.ts'
import KeysDialog from '../../kit/dialogs/KeysDialog.vue'
import { keyHelp, KEYS_OF } from '../../ui/key-help.ts'
import { useWindowListener } from '../../ui/use-window-keys.ts'

const TYPING = 'input, textarea, select, [contenteditable="true"]'
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The key ? shows the shortcuts of the current page, unless the page has its own list. @returns shows them too */
export function useShortcuts(): () => void {
  const show = useDialogs()
  const isMac = navigator.platform.startsWith('Mac')

  function open(): void {
    const own = Object.fromEntries(keyHelp().map((help) => [help, KEYS_OF[help]]))
    const keys = { palette: [isMac ? '⌘ K' : 'Ctrl K'], title: ['?'], ...own }
    show(KeysDialog, { words: 'palette.keys', keys })
  }
  useWindowListener('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(TYPING) !== null) return
    // A page with its own list has opened it by now, or handled the key: its listener may be newer than this
    // one.
    setTimeout(() => {
      if (!event.defaultPrevented && document.querySelector(LAYERS) === null) open()
    })
  })
  return open
}
