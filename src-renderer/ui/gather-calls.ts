import { onScopeDispose } from 'vue'

/** Does a thing once for all wishes of a span, at its end. @param ms the span, which begins with the first wish */
export function gatherCalls(act: () => Promise<void>, ms: number): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => {
    clearTimeout(waiting)
  })
  return () => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      void act()
    }, ms)
  }
}
