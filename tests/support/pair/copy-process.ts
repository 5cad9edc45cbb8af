import type { Scheduler } from '../../../src-server/contract/ports.ts'
import type { Store } from '../../../src-server/store/store.ts'

/** A copy of the server that a test stops and lets go on, as SIGSTOP and SIGCONT do with a process. */
export class CopyProcess {
  #going = Promise.resolve()
  #go: (() => void) | undefined
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
      every: (ms, tick) =>
        scheduler.every(ms, () => {
          if (!this.isStopped) tick()
        }),
    }
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
