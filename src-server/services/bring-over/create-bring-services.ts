import type { ServiceContext } from '../service-context.ts'
import type { Passwords } from '../session/passwords.ts'
import type { BringFile } from './bring-file.ts'
import { BringOver } from './bring-over.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'jobs' | 'clock' | 'random'> & {
  readonly passwords: Passwords
  readonly bringFile: BringFile
}

export type BringServices = ReturnType<typeof createBringServices>

/** Data from other licence systems. */
export function createBringServices(deps: Deps) {
  // A run that was killed left its file behind, and nobody has the key any more.
  void deps.bringFile.drop()
  return { bringOver: new BringOver(deps) }
}
