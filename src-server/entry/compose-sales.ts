import type { SaleServices } from '../ajax/console/sales.ts'
import type { Clock, Random } from '../contract/ports.ts'
import { Allocations } from '../services/sales/allocations.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import type { Applications } from '../services/applications/applications.ts'
import { Ledger } from '../services/sales/ledger.ts'
import { LedgerMoney } from '../services/sales/ledger-money.ts'
import { SaleRefunds } from '../services/sales/sale-refunds.ts'
import { SaleTakes } from '../services/sales/sale-takes.ts'
import { Sales } from '../services/sales/sales.ts'
import type { Store } from '../store/store.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'

/** The use cases of agents' stock and money. */
export function composeSales(parts: {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly journal: CodeJournal
  readonly clock: Clock
  readonly random: Random
}): SaleServices {
  return {
    allocations: new Allocations(parts),
    sales: new Sales(parts),
    saleTakes: new SaleTakes(parts),
    saleRefunds: new SaleRefunds(parts),
    ledger: new Ledger(parts),
    ledgerMoney: new LedgerMoney(parts),
  }
}
