import type { ServerBackedUp } from './messages.ts'
import type { Timers } from './timers.ts'

/** Enough for a gigabyte on a slow disk, which is copied and read twice. */
const PATIENCE_MS = 10 * 60_000

interface Order {
  readonly done: () => void
  readonly failed: (error: Error) => void
}

/** The backups requested from a run of the server and not answered yet. */
export class BackupOrders {
  readonly #timers: Timers
  readonly #open = new Map<number, Order>()
  #last = 0

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** @returns a promise that settles with the server's answer, and rejects when there is no copy */
  ask(send: (id: number) => void): Promise<void> {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      const callOff = this.#timers.after(PATIENCE_MS, () => {
        this.#close(id)?.failed(new Error('the server makes no end of its backup'))
      })
      this.#open.set(id, {
        done: () => {
          callOff()
          resolve()
        },
        failed: (error) => {
          callOff()
          reject(error)
        },
      })
      send(id)
    })
  }

  answered({ id, ok }: ServerBackedUp): void {
    const order = this.#close(id)
    if (ok) order?.done()
    else order?.failed(new Error('the server could make no backup'))
  }

  /** The server ended, so no answer will come. */
  lost(): void {
    for (const id of this.#open.keys()) this.#close(id)?.failed(new Error('the server ended'))
  }

  #close(id: number): Order | undefined {
    const order = this.#open.get(id)
    this.#open.delete(id)
    return order
  }
}
