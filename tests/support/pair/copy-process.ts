import type { Scheduler } from '../../../src-server/contract/ports.ts'
import type { Store } from '../../../src-server/store/store.ts'

/** Work of this interval hands on what gathers in memory, milliseconds. */
const HANDS_ON_MS = 250

/** A copy of the server that a test stops and lets go on, as SIGSTOP and SIGCONT do with a process. */
export class CopyProcess {
  #going = Promise.resolve()
  #go: (() => void) | undefined
  readonly #handOns = new Set<() => void>()
  /** Looks after each commit of the copy whether it stops there. */
  stopsIf: (store: Store) => Promise<boolean> = () => Promise.resolve(false)

  get isStopped(): boolean {
    return this.#go !== undefined
  }

  stop(): void {
    if (this.isStopped) return
    this.#going = new Promise((resolve) => {
      this.#go = resolve
    })
  }

  goOn(): void {
    this.#go?.()
    this.#go = undefined
  }

  /** The chores of a stopped copy don't run. */
  scheduler(scheduler: Scheduler): Scheduler {
    return {
      every: (ms, tick) => {
        const turn = () => {
          if (!this.isStopped) tick()
        }
        if (ms === HANDS_ON_MS) this.#handOns.add(turn)
        const end = scheduler.every(ms, turn)
        return () => {
          this.#handOns.delete(turn)
          end()
        }
      },
    }
  }

  /** Hands on what gathers four times a second: pulses and events of codes go to the telemetry store. */
  handOn(): void {
    for (const turn of this.#handOns) turn()
  }

  /** A stopped copy asks its store nothing, and gets the answers of before when it goes on. */
  store<S extends Store>(store: S): S {
    return {
      ...store,
      read: async (work) => {
        await this.#going
        const value = await store.read(work)
        await this.#going
        return value
      },
      write: async (work, options) => {
        await this.#going
        const value = await store.write(work, options)
        if (!this.isStopped && (await this.stopsIf(store))) this.stop()
        await this.#going
        return value
      },
    }
  }
}
