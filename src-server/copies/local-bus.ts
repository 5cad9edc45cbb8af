import type { Log } from '../contract/ports.ts'
import type { Bus } from './bus.ts'
import { BusEnd } from './bus-end.ts'
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

class LocalEnd extends BusEnd {
  readonly #ends: Set<LocalEnd>

  constructor(ends: Set<LocalEnd>, log: Log) {
    super(log)
    this.#ends = ends
  }

  get hasOthers(): boolean {
    return this.#ends.size > 1
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    if (!this.hasOthers) return
    for (const end of this.#ends) if (end !== this) end.hearers.hear(topic, structuredClone(message))
  }

  /** Nothing gets lost within a process. */
  onMissed(): void {
    return undefined
  }

  leave(): void {
    this.#ends.delete(this)
  }
}
