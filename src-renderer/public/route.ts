import { shallowRef } from 'vue'
import { addressOf, parseRoute, type ScreenName } from './screen-address.ts'

/** Where the reader is. */
export const route = shallowRef(parseRoute(location.hash))
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})

export function go(screen: ScreenName, number = ''): void {
  location.hash = addressOf(screen, number)
}
