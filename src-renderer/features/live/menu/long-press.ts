import { onBeforeUnmount } from 'vue'

const PRESS_MS = 500
/** px that a finger moves without meaning to. */
const SLACK = 10

interface LongPress {
  readonly begin: (event: PointerEvent) => void
  readonly move: (event: PointerEvent) => void
  readonly end: () => void
  /** The finger leaves: without the click that a browser makes of it, which would close the menu. */
  readonly release: (event: TouchEvent) => void
}

/** A finger that stays on its place. Some browsers make a menu event of it, others make none. */
export function useLongPress(pressed: (event: PointerEvent) => void): LongPress {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let wasPressed = false

  function end(): void {
    clearTimeout(timer)
    timer = undefined
  }
  onBeforeUnmount(end)

  return {
    begin(event) {
      end()
      wasPressed = false
      if (event.pointerType !== 'touch') return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        timer = undefined
        wasPressed = true
        pressed(event)
      }, PRESS_MS)
    },
    move(event) {
      if (timer !== undefined && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) end()
    },
    end,
    release(event) {
      if (wasPressed) event.preventDefault()
    },
  }
}
