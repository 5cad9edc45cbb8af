import { onBeforeUnmount, shallowRef, type Ref } from 'vue'
import type { ColumnId } from './columns.ts'

/** px of movement before a press on a head is a drag. */
const SLACK = 5

interface HeadDrag {
  /** The column that is dragged, and the one before which it would go: undefined for the last place. */
  readonly moving: Readonly<Ref<{ readonly id: ColumnId; readonly before: ColumnId | undefined } | undefined>>
  readonly startMove: (event: PointerEvent, id: ColumnId) => void
  readonly startSize: (event: PointerEvent, id: ColumnId, width: number) => void
  /** Whether the click that ends a drag is to be ignored. */
  readonly takesClick: () => boolean
}

interface Effects {
  /** The column before which a drop at this point of the window goes. */
  readonly before: (x: number) => ColumnId | undefined
  readonly move: (id: ColumnId, before: ColumnId | undefined) => void
  readonly size: (id: ColumnId, width: number) => void
  readonly sized: (id: ColumnId, width: number) => void
}

/** A pointer that drags heads to another place, or their edges. Escape takes a drag back. */
export function useHeadDrag(effects: Effects): HeadDrag {
  const moving = shallowRef<{ id: ColumnId; before: ColumnId | undefined }>()
  let stop: (() => void) | undefined
  let dragged = false

  function follow(
    event: PointerEvent,
    onMove: (by: number, x: number) => void,
    end: (kept: boolean) => void,
  ): void {
    stop?.()
    const from = event.clientX
    dragged = false
    const move = (moved: PointerEvent) => {
      const by = moved.clientX - from
      dragged ||= Math.abs(by) > SLACK
      if (dragged) onMove(by, moved.clientX)
    }
    const leave = (kept: boolean) => {
      stop?.()
      end(kept && dragged)
    }
    const up = () => {
      leave(true)
    }
    const cancel = () => {
      leave(false)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      cancel()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, true)
    stop = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
      stop = undefined
    }
  }
  onBeforeUnmount(() => stop?.())

  return {
    moving,
    startMove(event, id) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      follow(
        event,
        (_by, x) => (moving.value = { id, before: effects.before(x) }),
        (kept) => {
          if (kept && moving.value) effects.move(id, moving.value.before)
          moving.value = undefined
        },
      )
    },
    startSize(event, id, width) {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      let last = width
      follow(
        event,
        (by) => {
          last = width + by
          effects.size(id, last)
        },
        (kept) => {
          effects.sized(id, kept ? last : width)
        },
      )
    },
    takesClick() {
      const was = dragged
      dragged = false
      return was
    },
  }
}
