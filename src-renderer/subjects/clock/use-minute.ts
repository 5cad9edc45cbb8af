import { onScopeDispose, readonly, ref, type Ref } from 'vue'
import { serverNow } from './server-clock.ts'

const EVERY_MS = 5000

/** The server's time in Unix seconds, exact enough for texts in minutes and days. */
export function useMinute(): Readonly<Ref<number>> {
  const now = ref(serverNow())
  const timer = setInterval(() => (now.value = serverNow()), EVERY_MS)
  onScopeDispose(() => {
    clearInterval(timer)
  })
  return readonly(now)
}
