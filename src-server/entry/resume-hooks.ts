/** Who wants to be told that the machine slept and woke. */
export class ResumeHooks {
  readonly #hooks = new Set<() => void>()

  /** @returns the way to stop being told */
  add(hook: () => void): () => void {
    this.#hooks.add(hook)
    return () => {
      this.#hooks.delete(hook)
    }
  }

  run(): void {
    for (const hook of this.#hooks) hook()
  }
}
