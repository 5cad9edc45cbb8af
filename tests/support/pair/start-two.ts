import { createLocalCopies, type Copies } from '../../../src-server/copies/copies.ts'
import { startServer, type RunningServer, type ServerParts } from '../../../src-server/entry/start-server.ts'
import type { JoinedCopies } from '../postgres/join-copies.ts'
import { CopyProcess } from './copy-process.ts'
import { SharedStores, type SharableStores } from './shared-stores.ts'

/** Two copies of a server over one store. */
export interface TwoCopies {
  /** Brings everything that gathered at one copy to the other. */
  readonly settle: () => Promise<void>
  readonly running: readonly [RunningServer, RunningServer]
  readonly processes: readonly [CopyProcess, CopyProcess]
}

interface Meeting {
  /** The copies of the server, as one of them sees them, by its name and process. */
  readonly join: (name: string, copy: CopyProcess) => Promise<Copies>
  readonly settle: () => Promise<void>
}

const COPIES = 2
let starts = 0

/**
 * @param partsOf the parts of one copy
 * @param joinCopies absent: the copies meet in this process
 */
export async function startTwo(
  partsOf: () => ServerParts,
  open: () => Promise<SharableStores>,
  joinCopies?: (name: string) => Promise<JoinedCopies>,
): Promise<TwoCopies> {
  const meeting = joinCopies === undefined ? meetHere() : meetThere(joinCopies)
  const processes = [new CopyProcess(), new CopyProcess()] as const
  const own = [partsOf(), partsOf()] as const
  const shared = new SharedStores(open)
  const start = async (parts: ServerParts, copy: CopyProcess, name: string) => {
    let copies: Copies | undefined
    return startServer({
      ...parts,
      copies: {
        join: (log) => {
          if (copies === undefined) throw new Error('the stores are not open')
          return copies.join(log)
        },
      },
      scheduler: copy.scheduler(parts.scheduler),
      openStores: async () => {
        const stores = await shared.open(copy, name)
        copies = await meeting.join(name, copy)
        return stores
      },
    })
  }
  // Each start has names of its own, as processes have.
  const turn = ++starts
  const running = [
    await start(own[0], processes[0], `first${turn}`),
    await start(own[1], processes[1], `second${turn}`),
  ] as const
  return { settle: meeting.settle, running, processes }
}

function meetHere(): Meeting {
  const copies = createLocalCopies(true)
  return {
    join: () => Promise.resolve(copies),
    settle: () => {
      copies.settle()
      return Promise.resolve()
    },
  }
}

/** Copies that meet in the database. A stopped copy hears nothing, so nobody waits for it. */
function meetThere(joinCopies: (name: string) => Promise<JoinedCopies>): Meeting {
  const all: { readonly joined: JoinedCopies; readonly copy: CopyProcess }[] = []
  return {
    join: async (name, copy) => {
      const member = { joined: await joinCopies(name), copy }
      all.push(member)
      const { copies } = member.joined
      return {
        join: (log) => {
          const copy = copies.join(log)
          const leave = copy.leave.bind(copy)
          return Object.assign(copy, {
            leave: async () => {
              all.splice(all.indexOf(member), 1)
              await leave()
            },
          })
        },
      }
    },
    settle: async () => {
      const going = all.flatMap(({ joined, copy }) => (copy.isStopped ? [] : [joined]))
      const settleAll = () => Promise.all(going.map(({ copies }) => copies.settle()))
      for (const { copy } of all) copy.handOn()
      await settleAll()
      if (going.length < COPIES) return
      // A copy that hears something may have something to say.
      while ((await Promise.all(going.map((joined) => joined.heard()))).includes(true)) await settleAll()
    },
  }
}
