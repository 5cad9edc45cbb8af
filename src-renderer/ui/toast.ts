import { toast } from 'vue-sonner'

const UNDO_MS = 10_000

interface Detail {
  readonly description?: string
}

/**
 * Short notices at the window's edge. Errors stay until closed; the place of the failed act also shows them.
 */
export const notify = {
  success(message: string, detail: Detail = {}): void {
    toast.success(message, detail)
  },
  error(message: string, detail: Detail = {}): void {
    toast.error(message, { ...detail, duration: Infinity, closeButton: true })
  },
  /** After an act that can be undone: a button for ten seconds. */
  undoable(message: string, undo: { readonly label: string; readonly run: () => void }): void {
    toast(message, { duration: UNDO_MS, action: { label: undo.label, onClick: undo.run } })
  },
  /** With one next step, such as opening the new record. */
  offer(
    message: string,
    action: { readonly label: string; readonly run: () => void },
    detail: Detail = {},
  ): void {
    toast(message, {
      ...detail,
      duration: 10_000,
      action: { label: action.label, onClick: action.run },
    })
  },
}
