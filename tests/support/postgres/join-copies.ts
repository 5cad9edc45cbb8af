import type { Clock, Log } from '../../../src-server/contract/ports.ts'
import { createSharedCopies, type SharedCopies } from '../../../src-server/copies/shared-copies.ts'
import { openPostgresLink } from '../../../src-server/store/postgres/link/postgres-link.ts'

/** A copy of a server that meets the others in a database. */
export interface JoinedCopies {
  readonly copies: SharedCopies
  /** Resolves when another copy of this process has heard every packet that this one sent. @returns whether there was one */
  readonly heard: () => Promise<boolean>
}

/** Begins a packet that the copies don't get. What was sent before it comes before it. */
const MARK = '# '
const HEARD_MS = 15_000
let marks = 0
/** The marks that nobody has heard yet. */
const waiting = new Map<string, () => void>()

export async function joinCopies(
  url: string,
  name: string,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<JoinedCopies> {
  const self = { name, host: 'test', process: process.pid, version: 'test', contracts: 0 }
  const link = await openPostgresLink({ place: { url }, self, log })
  const [open, send, close] = [link.open.bind(link), link.send.bind(link), link.close.bind(link)]
  // The others may not know this copy yet.
  let hasSent = true
  link.open = (hearer) => {
    open({
      ...hearer,
      packet: (copy, text) => {
        if (!text.startsWith(MARK)) {
          hearer.packet(copy, text)
          return
        }
        hearer.alive(copy)
        waiting.get(text)?.()
      },
    })
  }
  link.send = (packets) => {
    hasSent = true
    return send(packets)
  }
  link.close = () => {
    // Nobody hears any more.
    for (const hear of waiting.values()) hear()
    return close()
  }
  const copies = createSharedCopies({
    link,
    now: () => clock.now(),
    steadyMs: () => performance.now(),
    lost: (why) => {
      log.error('copies.lost', why)
    },
  })
  let hears: Promise<unknown> | undefined
  let marking: Promise<void> | undefined
  return {
    copies,
    heard: async () => {
      // A heartbeat waits until this copy hears the others.
      await (hears ??= link.beat({ lagMs: 0, clockMs: 0 }))
      if (hasSent) {
        hasSent = false
        marking = Promise.all([marking, sendMark(send)]).then(() => undefined)
      }
      const marked = marking
      if (marked === undefined) return false
      await marked
      if (marking === marked) marking = undefined
      return true
    },
  }
}

/** Sends a mark, and resolves when another copy hears it. */
async function sendMark(send: (packets: readonly string[]) => Promise<void>): Promise<void> {
  const mark = `${MARK}${++marks}`
  const heard = new Promise<void>((resolve, reject) => {
    waiting.set(mark, resolve)
    setTimeout(() => {
      reject(new Error('waited in vain for each copy to hear the other'))
    }, HEARD_MS).unref()
  })
  try {
    await Promise.all([send([mark]), heard])
  } finally {
    waiting.delete(mark)
  }
}
