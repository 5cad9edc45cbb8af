import type { Applications } from '../applications/applications.ts'
import type { ServiceContext } from '../service-context.ts'
import type { Passwords } from '../session/passwords.ts'
import { AccountChanges } from './account-changes.ts'
import { AccountRecharges } from './account-recharges.ts'
import { AccountTransfers } from './account-transfers.ts'
import { Accounts } from './accounts.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'bans' | 'journal' | 'jobs' | 'clock' | 'random'> & {
  readonly applications: Applications
  readonly passwords: Passwords
}

export type AccountServices = ReturnType<typeof createAccountServices>

/** User accounts of applications. */
export function createAccountServices(deps: Deps) {
  const { store, registry, jobs, clock } = deps
  return {
    accounts: new Accounts(deps),
    accountChanges: new AccountChanges({ store, registry, jobs, clock }),
    accountRecharges: new AccountRecharges(deps),
    accountTransfers: new AccountTransfers(deps),
  }
}
