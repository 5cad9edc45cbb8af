import type { App } from 'electron'

export interface QuitParts {
  /** Accounts whose programs this desktop answers now. */
  readonly connected: () => number
  /** @returns whether he wants it all the same */
  readonly ask: (accounts: number) => Promise<boolean>
  /** What is to be remembered; the windows are still there. */
  readonly remember: () => void
  readonly server: { shutDown(): Promise<void> }
}

/** How the desktop ends: asked first where accounts would lose their server, and not before the server has flushed and closed. */
export class Quitting {
  readonly #app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly #parts: QuitParts
  #isAgreed = false
  #isAsking = false
  #isOver = false

  constructor(app: Pick<App, 'on' | 'quit' | 'exit'>, parts: QuitParts) {
    this.#app = app
    this.#parts = parts
    app.on('before-quit', (event) => {
      if (this.#isAgreed) return
      const accounts = parts.connected()
      if (accounts === 0) this.#agree()
      else {
        event.preventDefault()
        void this.#ask(accounts)
      }
    })
    app.on('will-quit', (event) => {
      event.preventDefault()
      if (this.#isOver) return
      this.#isOver = true
      // Not quit(): that would come by here again.
      const end = (): void => {
        app.exit(0)
      }
      parts.server.shutDown().then(end, end)
    })
  }

  /** Windows close from here on. */
  get isAgreed(): boolean {
    return this.#isAgreed
  }

  /** The system ends the session, or somebody sent a signal: nobody is there to be asked. */
  now(): void {
    this.#agree()
    this.#app.quit()
  }

  /** A page held its window back: the desktop goes on. */
  calledOff(): void {
    this.#isAgreed = false
  }

  async #ask(accounts: number): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      if (await this.#parts.ask(accounts)) this.now()
    } finally {
      this.#isAsking = false
    }
  }

  #agree(): void {
    this.#isAgreed = true
    this.#parts.remember()
  }
}
