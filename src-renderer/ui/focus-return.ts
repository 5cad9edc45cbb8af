import { nextTick } from 'vue'

/** What comes and goes above the page, and takes its own focus with it. */
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
 * Gives the focus back to the page when a dialog closes whose opener is gone by then, as an entry of a menu is: to what
 * had it last, which is the button of that menu. Else whoever works by keyboard begins anew at the top.
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
