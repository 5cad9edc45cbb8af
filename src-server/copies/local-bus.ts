import type { Log } from '../contract/ports.ts'
import type { Bus } from './bus.ts'
import type { Messages, Topic } from './messages.ts'

type Hearers = { readonly [T in Topic]: ((message: Messages[T]) => void)[] }

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
  readonly #log: Log
  readonly #hearers: Hearers = {
    pulses: [],
    refusal: [],
    unknownAccount: [],
    address: [],
    calls: [],
    riskEvents: [],
    command: [],
    request: [],
    job: [],
    standing: [],
    outgoing: [],
    botLines: [],
    history: [],
  }
  readonly #sources: (() => void)[] = []
  readonly #joined: (() => void)[] = []

  constructor(ends: Set<LocalEnd>, log: Log) {
    this.#ends = ends
    this.#log = log
  }

  get hasOthers(): boolean {
    return this.#ends.size > 1
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    if (!this.hasOthers) return
    for (const end of this.#ends) if (end !== this) end.hear(topic, message)
  }

  subscribe<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): void {
    this.#hearers[topic].push(hear)
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

  leave(): void {
    this.#ends.delete(this)
  }

  hear<T extends Topic>(topic: T, message: Messages[T]): void {
    for (const hear of this.#hearers[topic]) {
      try {
        hear(structuredClone(message))
      } catch (error) {
        // The sender isn't to blame, and the others hear the message all the same.
        this.#log.error('bus.hear', error, { topic })
      }
    }
  }

  meet(): void {
    for (const callback of this.#joined) callback()
  }
}
