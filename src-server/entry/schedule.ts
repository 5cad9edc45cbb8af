import { isHeldByAnother } from '../contract/storage-failure.ts'
import type { Log, Scheduler } from '../contract/ports.ts'

/** Periodic work. Two turns of one chore never run at the same time. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** Runs at the start too, for work that became due while the server was off. */
  readonly atStart?: boolean
  run(): void | Promise<void>
}

/**
 * Starts the chores.
 * @param before called before each turn
 * @returns stops the chores; a turn under way ends by itself
 */
export function startChores(
  chores: readonly Chore[],
  log: Log,
  scheduler: Scheduler,
  before: () => void = () => undefined,
): () => void {
  const ends = chores.map((chore) => {
    let busy = false
    const turn = async () => {
      if (busy) return
      busy = true
      try {
        before()
        await chore.run()
      } catch (error) {
        // Another program holds the data: the next turn tries again, and the lock is in the log.
        if (!isHeldByAnother(error)) log.error('chore.failed', error, { chore: chore.name })
      } finally {
        busy = false
      }
    }
    if (chore.atStart === true) void turn()
    return scheduler.every(chore.everyMs, () => void turn())
  })
  return () => {
    for (const end of ends) end()
  }
}
