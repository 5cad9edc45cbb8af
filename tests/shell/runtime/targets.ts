/** A page as the browser itself lists it (the DevTools protocol's `/json/list`). */
export interface Target {
  readonly type: string
  readonly url: string
  readonly webSocketDebuggerUrl: string
}

/** The pages with content. @param endpoint `ws://host:port/…`, the browser's */
export async function listPages(endpoint: string): Promise<Target[]> {
  const answer = await fetch(`http://${new URL(endpoint).host}/json/list`)
  const targets = (await answer.json()) as Target[]
  return targets.filter(({ type, url }) => type === 'page' && url !== 'about:blank')
}

/** Whether the page is fully loaded. */
export function isLoaded({ webSocketDebuggerUrl }: Target): Promise<boolean> {
  return new Promise((done) => {
    const socket = new WebSocket(webSocketDebuggerUrl)
    const end = (loaded: boolean): void => {
      socket.close()
      done(loaded)
    }
    socket.onopen = () => {
      const params = { expression: 'document.readyState' }
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    }
    socket.onmessage = ({ data }) => {
      const { result } = JSON.parse(String(data)) as { result?: { result?: { value?: unknown } } }
      end(result?.result?.value === 'complete')
    }
    // The target is gone by now: the next poll may find another one.
    socket.onerror = socket.onclose = () => {
      end(false)
    }
  })
}
