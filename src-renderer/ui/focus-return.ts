import { nextTick } from 'vue'

/** Layers that open above the page and take the focus with them. */
const PASSING = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

let lastOfPage: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(PASSING) === null) lastOfPage = target
})

export interface FocusReturn {
  /** When the dialog opens. */
  readonly remember: () => void
  /** When it closes. */
  readonly giveBack: () => void
}

/**
 * Returns the focus to the page when a dialog closes whose opener is gone by then, such as a menu entry: the
 * last focused element gets it, which is the button of that menu. Otherwise a keyboard user would start again
 * at the top.
 */
export function useFocusReturn(): FocusReturn {
  let opener: HTMLElement | undefined
  return {
    remember() {
      opener = lastOfPage
    },
    giveBack() {
      void nextTick(() => {
        if (document.activeElement === document.body) opener?.focus()
      })
    },
  }
}
