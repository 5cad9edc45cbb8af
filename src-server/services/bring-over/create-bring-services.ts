import type { ServiceContext } from '../service-context.ts'
import type { Passwords } from '../session/passwords.ts'
import type { BringFile } from './bring-file.ts'
import { BringOver } from './bring-over.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'devices' | 'jobs' | 'clock' | 'random'> & {
  readonly passwords: Passwords
  readonly bringFile: BringFile
}

export type BringServices = ReturnType<typeof createBringServices>

/** Data from other licence systems. */
export function createBringServices(deps: Deps) {
  return { bringOver: new BringOver(deps) }
}
