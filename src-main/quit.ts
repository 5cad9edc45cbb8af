import type { App } from 'electron'

import { attempt, guarded, inBackground } from './faults/guarded.ts'
import type { Timers } from './server-process/timers.ts'

/** An update that the user agreed to. `byUser`: the user quits and is present. */
export interface QuitUpdate {
  /** Runs while the server still runs. @returns whether `install` will follow */
  readonly prepare: (byUser: boolean) => Promise<boolean>
  /** Runs after the server has ended. */
  readonly install: (byUser: boolean) => Promise<void>
}

export interface QuitParts {
  /** The number of accounts whose programs this desktop serves now. */
  readonly connected: () => number
  /** @returns whether the user wants to quit anyway */
  readonly ask: (accounts: number) => Promise<boolean>
  /** Brings the open question to the front. */
  readonly remind: () => void
  /** Saves the windows' state while they still exist. */
  readonly remember: () => void
  readonly server: { shutDown(): Promise<void> }
  /** Undefined without updates. */
  readonly update: QuitUpdate | undefined
  readonly timers: Timers
}

/** An end that nobody may delay takes no longer, whatever hangs. A server has 4.5 s of it. */
const HURRIED_MS = 8_000

/**
 * The end of the desktop. It asks first when accounts would lose their server, and waits until the server has
 * flushed and closed. An update that the user agreed to is prepared before that and installed after it.
 */
export class Quitting {
  readonly #app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly #parts: QuitParts
  #isAgreed = false
  #isAsking = false
  #isOver = false
  /** Resolves when there is no more time to wait. */
  readonly #hurry = Promise.withResolvers<false>()
  #isHurried = false

  constructor(app: Pick<App, 'on' | 'quit' | 'exit'>, parts: QuitParts) {
    this.#app = app
    this.#parts = parts
    app.on(
      'before-quit',
      guarded(
        'before-quit',
        (event: { preventDefault(): void }) => {
          if (this.#isAgreed) return
          const accounts = parts.connected()
          if (accounts === 0) this.#agree()
          else {
            event.preventDefault()
            inBackground('quit', this.#ask(accounts))
          }
        },
        // The last window would hide instead of closing, and the desktop would never end.
        () => {
          this.#agree()
        },
      ),
    )
    app.on(
      'will-quit',
      guarded('will-quit', (event: { preventDefault(): void }) => {
        event.preventDefault()
        if (this.#isOver) return
        this.#isOver = true
        inBackground('end', this.#end())
      }),
    )
  }

  /** Windows may close from here on. */
  get isAgreed(): boolean {
    return this.#isAgreed
  }

  /** Nobody is asked any more, because nobody may be there to answer. */
  get isHurried(): boolean {
    return this.#isHurried
  }

  /** Quits without a question: the system ends the session, or a signal came. */
  now(): void {
    if (!this.#isHurried) {
      this.#parts.timers.after(HURRIED_MS, () => {
        if (this.#isHurried) this.#app.exit(1)
      })
    }
    this.#isHurried = true
    // A backup before an update may be in progress. It isn't waited for then.
    if (this.#isOver) this.#hurry.resolve(false)
    else this.#go()
  }

  /** A page keeps its window open, so the desktop continues. */
  calledOff(): void {
    this.#isAgreed = false
    this.#isHurried = false
  }

  async #ask(accounts: number): Promise<void> {
    if (this.#isAsking) {
      this.#parts.remind()
      return
    }
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
    attempt('windows', this.#parts.remember)
  }

  async #end(): Promise<void> {
    const { server, update } = this.#parts
    try {
      const installs = await Promise.race([this.#prepare(), this.#hurry.promise])
      await server.shutDown().catch(() => undefined)
      if (installs) await update?.install(!this.#isHurried).catch(() => undefined)
    } finally {
      // exit() and not quit(), which would run these handlers again.
      this.#app.exit(0)
    }
  }

  #prepare(): Promise<boolean> {
    return this.#parts.update?.prepare(!this.#isHurried).catch(() => false) ?? Promise.resolve(false)
  }
}
