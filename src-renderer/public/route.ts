import { shallowRef } from 'vue'
import { addressOf, parseRoute, type ScreenName } from './screen-address.ts'

/** Where the reader is. */
export const route = shallowRef(parseRoute(location.hash))
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})

const HEADING = 'main h1'
let focused = HEADING

/** @param focus what the reader is led to on that screen, a selector; its heading unless given */
export function go(screen: ScreenName, number = '', focus = HEADING): void {
  focused = focus
  location.hash = addressOf(screen, number)
}

/** Gives the focus to where the screen that is now shown begins. */
export function focusScreen(): void {
  const isHeading = focused === HEADING
  document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: isHeading })
  focused = HEADING
}
