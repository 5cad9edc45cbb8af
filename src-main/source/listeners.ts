import { guarded } from '../faults/guarded.ts'

/** Receivers of every change, for as long as the desktop runs. An error of one doesn't keep it from the others. */
export class Listeners {
  readonly #all: (() => void)[] = []

  add(listener: () => void): void {
    this.#all.push(guarded('listener', listener))
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
