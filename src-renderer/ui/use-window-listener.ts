import { onMounted, onUnmounted } from 'vue'

/** Listens to an event of the window while the component is on the page. */
export function useWindowListener<K extends keyof WindowEventMap>(
  type: K,
  listen: (event: WindowEventMap[K]) => void,
): void {
  onMounted(() => {
    window.addEventListener(type, listen)
  })
  onUnmounted(() => {
    window.removeEventListener(type, listen)
  })
}
