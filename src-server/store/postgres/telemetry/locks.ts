import type { Connection } from './telemetry-pool.ts'

/** The locks that copies share, by what they guard. They end with their transactions. */
const SPACE = 20_555
const PLACES = { fresh: 1, background: 2, codeEvents: 3, fleet: 4 } as const
type Place = keyof typeof PLACES

const keyOf = (place: Place) => `(${SPACE}, ${PLACES[place]})`

/** Waits until no other transaction has the lock. */
export const lockText = (place: Place) => `SELECT pg_advisory_xact_lock${keyOf(place)}`
/** Waits until no other transaction has the lock alone. */
export const sharedLockText = (place: Place) => `SELECT pg_advisory_xact_lock_shared${keyOf(place)}`

/** Takes the lock of the work in the background, if no other transaction has it. @returns whether this one has it now */
export async function tryBackground(connection: Connection): Promise<boolean> {
  const text = `SELECT pg_try_advisory_xact_lock${keyOf('background')} AS "isTaken"`
  const [lock] = await connection.all<{ isTaken: boolean }>(text)
  return lock?.isTaken === true
}
