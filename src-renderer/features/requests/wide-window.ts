import { onMounted, onUnmounted, readonly, ref, type Ref } from 'vue'

/** The width from which queue and evidence stand side by side; `min-[1200px]:` in the templates. */
const WIDE = '(min-width: 1200px)'

/** Whether both panes are shown. */
export function useWideWindow(): Readonly<Ref<boolean>> {
  const query = window.matchMedia(WIDE)
  const wide = ref(query.matches)
  const update = () => (wide.value = query.matches)
  onMounted(() => {
    query.addEventListener('change', update)
  })
  onUnmounted(() => {
    query.removeEventListener('change', update)
  })
  return readonly(wide)
}
