import type { SaleRecord } from '../../contract/records/sale.ts'
import type { SaleState } from '../../contract/sales-names.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Sale } from '../../domain/sales/sale.ts'
import type { NamedSale } from '../../store/repositories/sales.ts'

export function saleRecord(sale: NamedSale): SaleRecord {
  const { codeId, appId, allocationId, agentId, transactionId: _, ...rest } = sale
  return {
    ...onWire<Omit<SaleRecord, 'code' | 'app' | 'allocation' | 'agent' | 'state'>>(rest),
    code: codeId,
    app: appId,
    allocation: allocationId,
    agent: agentId,
    state: saleState(sale),
  }
}

function saleState({ refundedAt, soldAt }: Sale): SaleState {
  if (refundedAt !== null) return 'refunded'
  return soldAt === null ? 'stock' : 'sold'
}
