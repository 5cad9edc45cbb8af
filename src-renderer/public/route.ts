import { shallowRef } from 'vue'
import { addressOf, parseRoute, type ScreenName } from './screen-address.ts'

/** The reader's current screen. */
export const route = shallowRef(parseRoute(location.hash))
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})

const HEADING = 'main h1'
let focused = HEADING

/** @param focus the selector of the focused element on that screen; its heading by default */
export function go(screen: ScreenName, number = '', focus = HEADING): void {
  focused = focus
  location.hash = addressOf(screen, number)
}

/** Focuses the start of the current screen. */
export function focusScreen(): void {
  const isHeading = focused === HEADING
  document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: isHeading })
  focused = HEADING
}
