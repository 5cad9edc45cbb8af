import type { Log } from '../contract/ports.ts'
import type { Bus } from './bus.ts'
import { Hearers } from './hearers.ts'
import type { Messages, Topic } from './messages.ts'

/** The bus of copies in one process. Each copy gets its own copy of a message, as over a network. */
export class LocalBus {
  readonly #ends = new Set<LocalEnd>()

  join(log: Log): Bus {
    const end = new LocalEnd(this.#ends, log)
    for (const other of this.#ends) other.meet()
    this.#ends.add(end)
    return end
  }

  /** Sends what gathered at all copies, for tests that go on when each copy knows all. */
  flush(): void {
    for (const end of this.#ends) end.flush()
  }
}

class LocalEnd implements Bus {
  readonly #ends: Set<LocalEnd>
  readonly #hearers: Hearers
  readonly #sources: (() => void)[] = []
  readonly #joined: (() => void)[] = []

  constructor(ends: Set<LocalEnd>, log: Log) {
    this.#ends = ends
    this.#hearers = new Hearers(log)
  }

  get hasOthers(): boolean {
    return this.#ends.size > 1
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    if (!this.hasOthers) return
    for (const end of this.#ends) if (end !== this) end.hear(topic, message)
  }

  subscribe<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): void {
    this.#hearers.add(topic, hear)
  }

  gather<T extends Topic>(topic: T, take: () => readonly Messages[T][]): void {
    this.#sources.push(() => {
      for (const message of take()) this.publish(topic, message)
    })
  }

  flush(): void {
    if (this.hasOthers) for (const send of this.#sources) send()
  }

  onJoin(callback: () => void): void {
    this.#joined.push(callback)
  }

  /** Nothing gets lost within a process. */
  onMissed(): void {
    return undefined
  }

  leave(): void {
    this.#ends.delete(this)
  }

  hear<T extends Topic>(topic: T, message: Messages[T]): void {
    this.#hearers.hear(topic, message)
  }

  meet(): void {
    for (const callback of this.#joined) callback()
  }
}
