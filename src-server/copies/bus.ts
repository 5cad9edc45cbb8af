import type { Messages, Topic } from './messages.ts'

/** A copy's end of the way over which the copies of a server tell each other what happens. */
export interface Bus {
  /** Whether there are other copies. Without them nothing has to be gathered. */
  readonly hasOthers: boolean
  /** Sends to the other copies, at most once, in the order of sending. Never throws. */
  publish<T extends Topic>(topic: T, message: Messages[T]): void
  /** Calls `hear` with the messages of other copies. A subscription ends with the copy. */
  subscribe<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): void
  /** Asks `take` at each flush for what gathered since the last one. */
  gather<T extends Topic>(topic: T, take: () => readonly Messages[T][]): void
  /** Runs four times a second, so that frequent things are few packets. */
  flush(): void
  /** Calls back when another copy joins, or has missed messages: tell again what was told once and for all. */
  onJoin(callback: () => void): void
  /** Calls back when messages of other copies may be lost: read anew what they told. */
  onMissed(callback: () => void): void
  leave(): void
}
