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
  /** Calls back when another copy joins. */
  onJoin(callback: () => void): void
  leave(): void
}
