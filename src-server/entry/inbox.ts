/** The messages of a port, for one handler at a time. A message without a handler waits for the next one. */
export class Inbox {
  #handler: ((data: unknown) => void) | undefined
  readonly #waiting: unknown[] = []

  constructor(port: { on(event: 'message', listener: (message: { data: unknown }) => void): void }) {
    // eslint-disable-next-line local/guarded-callbacks -- the handlers are guarded, or throw nothing
    port.on('message', ({ data }) => {
      if (this.#handler === undefined) this.#waiting.push(data)
      else this.#handler(data)
    })
  }

  handle(handler: (data: unknown) => void): void {
    this.#handler = handler
    for (const data of this.#waiting.splice(0)) handler(data)
  }

  /** Messages wait from now on. */
  pause(): void {
    this.#handler = undefined
  }
}
