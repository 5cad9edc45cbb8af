/** Receivers of every change, for as long as the desktop runs. */
export class Listeners {
  readonly #all: (() => void)[] = []

  add(listener: () => void): void {
    this.#all.push(listener)
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
