import { onMounted, onScopeDispose } from 'vue'

/**
 * Runs `act` again some time after it ended, while the page is visible, and at once when the person returns.
 * @param pause milliseconds until the next run, after so many runs
 */
export function usePolling(act: () => Promise<void>, pause: (times: number) => number): void {
  let times = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  const life = new AbortController()

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (running || life.signal.aborted || document.visibilityState === 'hidden') return
    running = true
    try {
      await act()
    } finally {
      running = false
      times++
      schedule()
    }
  }
  function schedule(): void {
    if (!life.signal.aborted) timer = setTimeout(wake, pause(times))
  }
  function wake(): void {
    void run()
  }

  onMounted(() => {
    schedule()
    document.addEventListener('visibilitychange', wake, { signal: life.signal })
    addEventListener('online', wake, { signal: life.signal })
  })
  onScopeDispose(() => {
    life.abort()
    clearTimeout(timer)
  })
}
