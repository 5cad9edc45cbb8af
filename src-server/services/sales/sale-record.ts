import type { SaleRecord } from '../../contract/records/sale.ts'
import type { SaleState } from '../../contract/sales-names.ts'
import { onRecord } from '../../contract/subjects/inside.ts'
import { SALE } from '../../contract/subjects/sale.ts'
import type { Sale } from '../../domain/sales/sale.ts'
import type { NamedSale } from '../../store/repositories/sales.ts'

export function saleRecord(sale: NamedSale): SaleRecord {
  return {
    ...onRecord(SALE, sale),
    app_name: sale.appName,
    agent_name: sale.agentName,
    type: sale.type,
    seconds: sale.seconds,
    left: sale.left,
    used: sale.used,
    state: saleState(sale),
  }
}

function saleState({ refundedAt, soldAt }: Sale): SaleState {
  if (refundedAt !== null) return 'refunded'
  return soldAt === null ? 'stock' : 'sold'
}
