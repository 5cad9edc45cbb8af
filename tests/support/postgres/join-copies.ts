import type { Clock, Log } from '../../../src-server/contract/ports.ts'
import { createSharedCopies, type SharedCopies } from '../../../src-server/copies/shared-copies.ts'
import { openPostgresLink } from '../../../src-server/store/postgres/link/postgres-link.ts'

/** A copy of a server that meets the others in a database. */
export interface JoinedCopies {
  readonly copies: SharedCopies
  /** The number of heartbeats of others that it has heard. */
  readonly beats: () => number
  readonly beat: () => Promise<unknown>
}

export async function joinCopies(
  url: string,
  name: string,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<JoinedCopies> {
  const self = { name, host: 'test', process: process.pid, version: 'test', contracts: 0 }
  const link = await openPostgresLink({ place: { url }, self, log })
  const open = link.open.bind(link)
  let beats = 0
  link.open = (hearer) => {
    open({
      ...hearer,
      alive: (copy) => {
        beats++
        hearer.alive(copy)
      },
    })
  }
  const copies = createSharedCopies({
    link,
    now: () => clock.now(),
    steadyMs: () => performance.now(),
    lost: (why) => {
      log.error('copies.lost', why)
    },
  })
  return { copies, beats: () => beats, beat: () => link.beat({ lagMs: 0, clockMs: 0 }) }
}
