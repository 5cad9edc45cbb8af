/** Runs hooks after the machine slept and woke. */
export class ResumeHooks {
  readonly #hooks = new Set<() => void>()

  /** @returns removes the hook */
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
