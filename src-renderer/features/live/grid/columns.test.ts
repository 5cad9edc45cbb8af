import { describe, expect, it } from 'vitest'
import { COLUMNS, placeColumns, type ColumnId } from './columns.ts'

const none: ReadonlySet<ColumnId> = new Set()
const idsAt = (width: number, hidden = none) => placeColumns(width, hidden).map((column) => column.id)

it('every column is there once', () => {
  const ids = COLUMNS.map((column) => column.id)
  expect([...new Set(ids)]).toEqual(ids)
})

describe('placeColumns', () => {
  it('fills its width, to the pixel or a few less', () => {
    const width = placeColumns(1900, none).reduce((sum, column) => sum + column.placed, 0)
    expect(width).toBeLessThanOrEqual(1900)
    expect(width).toBeGreaterThan(1890)
  })

  it('drops the least important first and always keeps account, equity, profit and drawdown', () => {
    expect(idsAt(1760)).not.toContain('agent')
    expect(idsAt(1760)).toContain('server')
    expect(idsAt(200)).toEqual(['select', 'health', 'account', 'equity', 'floating', 'drawdown'])
  })

  it('leaves out hidden columns, but not fixed ones', () => {
    const hidden = new Set<ColumnId>(['trend', 'equity'])
    expect(idsAt(3000, hidden)).not.toContain('trend')
    expect(idsAt(3000, hidden)).toContain('equity')
  })
})
