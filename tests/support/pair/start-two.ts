import { createLocalCopies, type LocalCopies } from '../../../src-server/copies/copies.ts'
import { startServer, type RunningServer, type ServerParts } from '../../../src-server/entry/start-server.ts'
import { CopyProcess } from './copy-process.ts'
import { SharedStores, type SharableStores } from './shared-stores.ts'

/** Two copies of a server over one store. */
export interface TwoCopies {
  readonly copies: Pick<LocalCopies, 'settle'>
  readonly running: readonly [RunningServer, RunningServer]
  readonly processes: readonly [CopyProcess, CopyProcess]
}

/** @param partsOf the parts of one copy */
export async function startTwo(
  partsOf: () => ServerParts,
  open: () => Promise<SharableStores>,
): Promise<TwoCopies> {
  const copies = createLocalCopies(true)
  const processes = [new CopyProcess(), new CopyProcess()] as const
  const own = [partsOf(), partsOf()] as const
  const shared = new SharedStores(open)
  const start = (parts: ServerParts, copy: CopyProcess) =>
    startServer({
      ...parts,
      copies,
      scheduler: copy.scheduler(parts.scheduler),
      openStores: () => shared.open(copy),
    })
  return {
    copies,
    running: [await start(own[0], processes[0]), await start(own[1], processes[1])],
    processes,
  }
}
