import { isPassingFailure } from '../contract/storage-failure.ts'
import type { Log, Scheduler } from '../contract/ports.ts'

/** Periodic work. Two turns of one chore never run at the same time. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** Runs at the start too, for work that became due while the server was off. */
  readonly atStart?: boolean
  /** Waits while the clock is in doubt: nobody can undo what the chore does when time is up. */
  readonly waitsForClock?: boolean
  /** Runs at one copy of the server alone: the steward. */
  readonly atSteward?: boolean
  run(): void | Promise<void>
}

/** After the clock is confirmed, chores that waited for it run this soon, whatever their own interval is. */
const LOOK_MS = 5_000

/**
 * Starts the chores.
 * @param before called before each turn
 * @param isClockTrusted asked before the turns of chores that wait for the clock
 * @param isSteward asked before the turns of chores at the steward
 * @returns stops the chores; a turn under way ends by itself, and fails where the stores close before its end
 */
export function startChores(
  chores: readonly Chore[],
  log: Log,
  scheduler: Scheduler,
  before: () => void = () => undefined,
  isClockTrusted: () => boolean = () => true,
  isSteward: () => boolean = () => true,
): () => void {
  const waiting = new Set<() => Promise<void>>()
  let isStopped = false
  const ends = chores.map((chore) => {
    let busy = false
    const turn = async () => {
      if (busy || (chore.atSteward === true && !isSteward())) return
      if (chore.waitsForClock === true && !isClockTrusted()) {
        waiting.add(turn)
        return
      }
      waiting.delete(turn)
      busy = true
      try {
        before()
        await chore.run()
      } catch (error) {
        // Another program holds the data: the next turn tries again, and the lock is in the log.
        if (!isStopped && !isPassingFailure(error)) log.error('chore.failed', error, { chore: chore.name })
      } finally {
        busy = false
      }
    }
    if (chore.atStart === true) void turn()
    return scheduler.every(chore.everyMs, () => void turn())
  })
  ends.push(
    scheduler.every(LOOK_MS, () => {
      if (waiting.size > 0 && isClockTrusted()) for (const turn of waiting) void turn()
    }),
  )
  return () => {
    isStopped = true
    for (const end of ends) end()
  }
}
