import type { App } from 'electron'

/** Lets the server flush and close before the desktop is gone. */
export function stopBeforeQuit(app: Pick<App, 'on' | 'exit'>, server: { shutDown(): Promise<void> }): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    void server.shutDown().finally(() => {
      // Not quit(): that would come by here again.
      app.exit(0)
    })
  })
}
