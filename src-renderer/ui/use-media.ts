import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue'

/** Whether a media query holds, at all times. */
export function useMedia(condition: string): Readonly<Ref<boolean>> {
  const query = window.matchMedia(condition)
  const holds = ref(query.matches)
  const update = () => (holds.value = query.matches)
  onMounted(() => {
    query.addEventListener('change', update)
  })
  onBeforeUnmount(() => {
    query.removeEventListener('change', update)
  })
  return holds
}

/** A window as narrow as a phone held upright. */
export const PHONE = '(max-width: 599px)'
