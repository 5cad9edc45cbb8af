import { onBeforeUnmount, onMounted } from 'vue'
import { useLiveRows } from '../rows/live-rows.ts'

/** Keeps totals, order, ages and health moving once a second while this screen is looked at. */
export function useTicking(): void {
  const live = useLiveRows()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    if (!document.hidden) live.tick()
  }
  onMounted(() => {
    tick()
    timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
  })
  onBeforeUnmount(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  })
}
