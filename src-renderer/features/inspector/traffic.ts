import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { call } from '../../api/console-client.ts'
import { isAbort } from '../../api/console-error.ts'
import { useWindowListener } from '../../ui/use-window-keys.ts'
import { keyCalls, type KeyedCall } from './call-key.ts'

/** The server keeps 200 of each application; more than these nobody looks through. */
const SHOWN = 100
const EVERY_MS = 3000

export interface Traffic {
  /** The newest first; undefined until the first answer. */
  readonly calls: Readonly<ShallowRef<readonly KeyedCall[] | undefined>>
  /** What the last reading failed with. */
  readonly error: Readonly<ShallowRef<unknown>>
  readonly paused: Ref<boolean>
  readonly read: () => Promise<void>
}

/** The last calls of an application, read again every three seconds while the page is looked at and not paused. Space pauses. */
export function useTraffic(app: () => number, refused: () => boolean): Traffic {
  const calls = shallowRef<readonly KeyedCall[]>()
  const error = shallowRef<unknown>()
  const paused = ref(false)
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(): Promise<void> {
    clearTimeout(timer)
    running?.abort()
    const mine = new AbortController()
    running = mine
    try {
      const question = { app: app(), refused: refused(), limit: SHOWN }
      const { rows } = await call('inspector_list', question, { signal: mine.signal })
      if (running !== mine) return
      calls.value = keyCalls(rows)
      error.value = undefined
    } catch (failure) {
      if (!isAbort(failure)) error.value = failure
    } finally {
      if (running === mine) timer = setTimeout(tick, EVERY_MS)
    }
  }
  function tick(): void {
    if (paused.value || document.hidden) timer = setTimeout(tick, EVERY_MS)
    else void read()
  }

  watch(
    [app, refused],
    ([now], [before]) => {
      if (now !== before) calls.value = undefined
      void read()
    },
    { immediate: true },
  )
  usePauseKey(() => (paused.value = !paused.value))
  watch(paused, (now) => {
    if (!now) void read()
  })
  onScopeDispose(() => {
    running?.abort()
    running = undefined
    clearTimeout(timer)
  })
  return { calls, error, paused, read }
}

/** Where Space has its own meaning. */
const OWN = 'a, button, input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]'

/** Space anywhere on the page, except where it types, presses or chooses. */
function usePauseKey(toggle: () => void): void {
  function listen(event: KeyboardEvent): void {
    if (event.key !== ' ' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(OWN) !== null) return
    event.preventDefault()
    if (!event.repeat) toggle()
  }
  useWindowListener('keydown', listen)
}
