import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue'
import { useWindowListener } from '../../../ui/use-window-keys.ts'

/** px that the picture wanders, so that no edge burns into a display. */
const SHIFT = 4

/** Fills the display and keeps it awake, where the browser can. @param leave when the person ends the full screen */
export function useWallScreen(
  now: () => number,
  leave: () => void,
): { readonly shift: Readonly<Ref<string>> } {
  let lock: WakeLockSentinel | undefined
  let wasFull = false
  let isOver = false

  async function keepAwake(): Promise<void> {
    if (!('wakeLock' in navigator) || document.hidden) return
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    // The person may leave before the browser has answered.
    if (isOver) await lock?.release()
  }
  const onVisible = () => void keepAwake()
  function onFullScreen(): void {
    if (document.fullscreenElement !== null) wasFull = true
    else if (wasFull) leave()
  }
  onMounted(() => {
    // A browser may refuse without a click before. The wall then fills its window.
    document.documentElement.requestFullscreen().catch(() => undefined)
    document.addEventListener('fullscreenchange', onFullScreen)
    document.addEventListener('visibilitychange', onVisible)
    void keepAwake()
  })
  onBeforeUnmount(() => {
    isOver = true
    document.removeEventListener('fullscreenchange', onFullScreen)
    document.removeEventListener('visibilitychange', onVisible)
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    void lock?.release()
  })
  useWindowListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave()
  })

  const shift = ref('')
  watch(
    () => Math.floor(now() / 60),
    (minute) => {
      const angle = minute * 0.7
      shift.value = `translate(${Math.round(Math.cos(angle) * SHIFT)}px, ${Math.round(Math.sin(angle) * SHIFT)}px)`
    },
    { immediate: true },
  )
  return { shift }
}
