import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRenderer } from 'vue'
import { usePolling } from './use-polling.ts'

class Page extends EventTarget {
  visibilityState = 'visible'
  turn(to: 'visible' | 'hidden'): void {
    this.visibilityState = to
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const nowhere = () => null
const nothing = () => undefined
const { createApp } = createRenderer<object, object>({
  patchProp: nothing,
  insert: nothing,
  remove: nothing,
  setText: nothing,
  setElementText: nothing,
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  parentNode: nowhere,
  nextSibling: nowhere,
})

let page: Page
let network: EventTarget
let unmount: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  network = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A component that polls a second after its last poll ended. */
function mount(act = vi.fn(() => Promise.resolve())) {
  const app = createApp({
    setup() {
      usePolling(act, () => 1000)
      return nowhere
    },
  })
  app.mount({})
  unmount = () => {
    app.unmount()
  }
  return act
}

it('polling runs again and again, each time a while after the last run ended', async () => {
  let end: () => void = nothing
  const act = mount(vi.fn(() => new Promise<void>((resolve) => (end = resolve))))
  await vi.advanceTimersByTimeAsync(1000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(999)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(act).toHaveBeenCalledTimes(2)
})

it('polling stops while the tab is hidden, and runs at once when the person returns', async () => {
  const act = mount()
  page.turn('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).not.toHaveBeenCalled()
  page.turn('visible')
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('polling runs at once when the network is back', async () => {
  const act = mount()
  network.dispatchEvent(new Event('online'))
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('polling ends with its component', async () => {
  const act = mount()
  unmount()
  page.turn('visible')
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).not.toHaveBeenCalled()
})
