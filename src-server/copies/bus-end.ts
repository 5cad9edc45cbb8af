import type { Log } from '../contract/ports.ts'
import type { Bus } from './bus.ts'
import { Hearers } from './hearers.ts'
import type { Messages, Topic } from './messages.ts'

/** A copy's end of a bus, without the way to the other ends. */
export abstract class BusEnd implements Bus {
  protected readonly hearers: Hearers
  readonly #sources: (() => void)[] = []
  readonly #joined: (() => void)[] = []

  constructor(log: Log) {
    this.hearers = new Hearers(log)
  }

  abstract get hasOthers(): boolean
  abstract publish<T extends Topic>(topic: T, message: Messages[T]): void
  abstract onMissed(callback: () => void): void
  abstract leave(): void

  subscribe<T extends Topic>(topic: T, hear: (message: Messages[T]) => void): void {
    this.hearers.add(topic, hear)
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

  /** Another copy joined. */
  meet(): void {
    for (const callback of this.#joined) callback()
  }
}
