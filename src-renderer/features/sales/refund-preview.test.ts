import { describe, expect, it } from 'vitest'
import type { SaleRecord } from '../../../src-server/contract/records/sale.ts'
import { previewRefund } from './refund-preview.ts'

const sale = (id: number, change: Partial<SaleRecord> = {}): SaleRecord => ({
  id,
  kami: `K${id}`,
  code: id,
  app: 10001,
  app_name: 'Gold Grid',
  allocation: 1,
  agent: 2,
  agent_name: 'Sun',
  type: 'time',
  seconds: 86_400,
  left: null,
  state: 'stock',
  used: false,
  seats: 1,
  price: 100,
  sale_price: null,
  customer: '',
  contact: '',
  note: '',
  taken_at: 0,
  sold_at: null,
  refunded_at: null,
  ...change,
})

describe('previewRefund', () => {
  it('refunds unused codes, each at its own price', () => {
    const { back, sum } = previewRefund([sale(1), sale(2, { state: 'sold', price: 250 })])
    expect([back.map(({ id }) => id), sum]).toEqual([[1, 2], 350])
  })

  it('separates used codes and codes refunded before', () => {
    const found = previewRefund([
      sale(1, { used: true, state: 'sold' }),
      sale(2, { state: 'refunded' }),
      sale(3, { state: 'refunded', used: true }),
    ])
    expect(found).toEqual({ back: [], used: 1, refunded: 2, sum: 0 })
  })
})
