import type { App } from 'electron'

/** An update that he agreed to. `byUser`: somebody is there who quits. */
export interface QuitUpdate {
  /** While the server still runs. @returns whether `install` is to follow */
  readonly prepare: (byUser: boolean) => Promise<boolean>
  /** After the server has ended. */
  readonly install: (byUser: boolean) => Promise<void>
}

export interface QuitParts {
  /** Accounts whose programs this desktop answers now. */
  readonly connected: () => number
  /** @returns whether he wants it all the same */
  readonly ask: (accounts: number) => Promise<boolean>
  /** What is to be remembered; the windows are still there. */
  readonly remember: () => void
  readonly server: { shutDown(): Promise<void> }
  /** Undefined where there are no updates. */
  readonly update: QuitUpdate | undefined
}

/**
 * How the desktop ends: asked first where accounts would lose their server, and not before the server has flushed and closed. An
 * update that he agreed to is prepared before that and installed after it.
 */
export class Quitting {
  readonly #app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly #parts: QuitParts
  #isAgreed = false
  #isAsking = false
  #isOver = false
  /** Nobody is there to wait. */
  readonly #hurry = Promise.withResolvers<false>()
  #isHurried = false

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
      void this.#end()
    })
  }

  /** Windows close from here on. */
  get isAgreed(): boolean {
    return this.#isAgreed
  }

  /** The system ends the session, or somebody sent a signal: nobody is there to be asked. */
  now(): void {
    this.#isHurried = true
    // A backup before an update may be under way, which isn't waited for then.
    if (this.#isOver) this.#hurry.resolve(false)
    else this.#go()
  }

  /** A page held its window back: the desktop goes on. */
  calledOff(): void {
    this.#isAgreed = false
    this.#isHurried = false
  }

  async #ask(accounts: number): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      if (await this.#parts.ask(accounts)) this.#go()
    } finally {
      this.#isAsking = false
    }
  }

  #go(): void {
    this.#agree()
    this.#app.quit()
  }

  #agree(): void {
    this.#isAgreed = true
    this.#parts.remember()
  }

  async #end(): Promise<void> {
    const { server, update } = this.#parts
    const installs = await Promise.race([this.#prepare(), this.#hurry.promise])
    await server.shutDown().catch(() => undefined)
    if (installs) await update?.install(!this.#isHurried).catch(() => undefined)
    // Not quit(): that would come by here again.
    this.#app.exit(0)
  }

  #prepare(): Promise<boolean> {
    return this.#parts.update?.prepare(!this.#isHurried).catch(() => false) ?? Promise.resolve(false)
  }
}
