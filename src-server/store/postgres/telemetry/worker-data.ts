import type { PostgresPlace } from '../pool.ts'

/** The data of the telemetry's thread. Functions can't go to a thread. */
export interface WorkerData {
  readonly place: PostgresPlace
  /** Whether the certificate of the server may have any name. */
  readonly isAnyName: boolean
}

/** The place in the thread. */
export function placeOf({ place, isAnyName }: WorkerData): PostgresPlace {
  const { tls } = place
  if (!isAnyName || tls === undefined || tls === false) return place
  return { ...place, tls: { ...tls, checkServerIdentity: () => undefined } }
}

/** The data that the thread gets for a place. */
export function workerDataOf(place: PostgresPlace): WorkerData {
  const { tls } = place
  if (tls === undefined || tls === false || tls.checkServerIdentity === undefined) {
    return { place, isAnyName: false }
  }
  const { checkServerIdentity: _, ...plain } = tls
  return { place: { ...place, tls: plain }, isAnyName: true }
}
