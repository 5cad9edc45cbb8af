import type { SaleRecord } from '../../../src-server/contract/records/sale.ts'

export interface RefundPreview {
  /** Can go back, as far as the list knows: the server has the last word. */
  readonly back: readonly SaleRecord[]
  readonly used: number
  readonly refunded: number
  /** What comes back, by what was paid then; minor units. */
  readonly sum: number
}

/** Only codes nobody has used go back, at the price that was paid for them. */
export function previewRefund(sales: readonly SaleRecord[]): RefundPreview {
  const back = sales.filter((sale) => sale.state !== 'refunded' && !sale.used)
  const refunded = sales.filter((sale) => sale.state === 'refunded').length
  return {
    back,
    refunded,
    used: sales.length - back.length - refunded,
    sum: back.reduce((sum, { price }) => sum + price, 0),
  }
}
