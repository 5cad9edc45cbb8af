import type { Applications } from '../applications/applications.ts'
import type { ServiceContext } from '../service-context.ts'
import { Allocations } from './allocations.ts'
import { LedgerMoney } from './ledger-money.ts'
import { Ledger } from './ledger.ts'
import { SaleRefunds } from './sale-refunds.ts'
import { SaleTakes } from './sale-takes.ts'
import { Sales } from './sales.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'journal' | 'clock' | 'random'> & {
  readonly applications: Applications
}

export type SalesServices = ReturnType<typeof createSalesServices>

/** The stock and the money of agents. */
export function createSalesServices(deps: Deps) {
  return {
    allocations: new Allocations(deps),
    sales: new Sales(deps),
    saleTakes: new SaleTakes(deps),
    saleRefunds: new SaleRefunds(deps),
    ledger: new Ledger(deps),
    ledgerMoney: new LedgerMoney(deps),
  }
}
