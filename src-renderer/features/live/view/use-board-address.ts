import { watch, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { wholeNumber } from '../../../kit/list/address-values.ts'
import { boardParts, isBoardPart, isSameBoard, readBoard } from './board-address.ts'
import { useLiveView } from './live-view.ts'

/**
 * Keeps what the board shows, and the account in its panel, in the address. So people share it, reload it and go back to
 * it. An address without any part shows the board as the person left it.
 */
export function useBoardAddress(opened: Ref<number | null>): void {
  const route = useRoute()
  const router = useRouter()
  const view = useLiveView()
  // While the page leaves, the route may already be another one.
  const own = route.name
  /** Writings that aren't in the address yet: it is older than the board. */
  let writing = 0
  const isPart = (name: string) => name === 'account' || isBoardPart(name)

  function read(): void {
    const asked = readBoard(route.query)
    if (!isSameBoard(asked, view.state)) view.show(asked)
    const { account } = route.query
    opened.value = wholeNumber(typeof account === 'string' ? account : undefined) ?? null
  }
  function write(): void {
    if (route.name !== own) return
    const others = Object.entries(route.query).filter(([name]) => !isPart(name))
    const account = opened.value === null ? {} : { account: String(opened.value) }
    const query = { ...Object.fromEntries(others), ...boardParts(view.state), ...account }
    writing++
    void router.replace({ query }).finally(() => writing--)
  }

  if (Object.keys(route.query).some(isPart)) read()
  else write()
  watch([() => view.state, opened], write)
  watch(
    () => route.query,
    () => {
      if (route.name === own && writing === 0) read()
    },
    { flush: 'sync' },
  )
}
