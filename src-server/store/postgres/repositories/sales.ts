import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { SaleRepository } from '../../repositories/sales.ts'

export function createSaleRepository(_connection: Connection): SaleRepository {
  return missing('sales')
}
