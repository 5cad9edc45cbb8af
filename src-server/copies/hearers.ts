import type { Log } from '../contract/ports.ts'
import type { Messages, Topic } from './messages.ts'

type Lists = { [T in Topic]?: ((message: Messages[T]) => void)[] }

/** The callbacks for messages of other copies, by topic. */
export class Hearers {
  readonly #log: Log
  readonly #lists: Lists = Object.create(null) as Lists

  constructor(log: Log) {
    this.#log = log
  }

  add<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): void {
    const list: Lists[T] = (this.#lists[topic] ??= [])
    list.push(hear)
  }

  /** A topic that only a newer version knows is heard by nobody. */
  hear<T extends Topic>(topic: T, message: Messages[T]): void {
    for (const hear of this.#lists[topic] ?? []) {
      try {
        hear(message)
      } catch (error) {
        // The sender isn't to blame, and the others hear the message all the same.
        this.#log.error('bus.hear', error, { topic })
      }
    }
  }
}
