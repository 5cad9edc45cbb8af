import type { powerSaveBlocker } from 'electron'

/** Keeps the machine from sleeping while the server runs, if the user wants that. The screen may turn off. */
export class KeepAwake {
  readonly #blocker: Pick<typeof powerSaveBlocker, 'start' | 'stop'>
  #id: number | undefined

  constructor(blocker: Pick<typeof powerSaveBlocker, 'start' | 'stop'>) {
    this.#blocker = blocker
  }

  follow(isServing: boolean): void {
    if (isServing && this.#id === undefined) this.#id = this.#blocker.start('prevent-app-suspension')
    if (!isServing && this.#id !== undefined) {
      this.#blocker.stop(this.#id)
      this.#id = undefined
    }
  }
}
