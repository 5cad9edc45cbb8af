import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue'

export interface GridBox {
  /** px of the scrolling box without its scroll bar. */
  readonly width: Ref<number>
  readonly height: Ref<number>
  readonly scrollTop: Ref<number>
  readonly onScroll: () => void
}

/** Size and position of the scrolling box, read at most once a frame. */
export function useGridBox(box: Readonly<Ref<HTMLElement | null>>): GridBox {
  const width = ref(1200)
  const height = ref(600)
  const scrollTop = ref(0)
  let frame = 0

  const observer = new ResizeObserver(() => {
    if (!box.value) return
    width.value = box.value.clientWidth
    height.value = box.value.clientHeight
  })
  onMounted(() => {
    if (box.value) observer.observe(box.value)
  })
  onBeforeUnmount(() => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  })
  return {
    width,
    height,
    scrollTop,
    onScroll() {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        scrollTop.value = box.value?.scrollTop ?? 0
      })
    },
  }
}
