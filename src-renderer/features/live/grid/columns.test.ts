import { describe, expect, it } from 'vitest'
import { COLUMNS, columnsWith, type ColumnId } from './columns.ts'
import { arrange, boundWidth, moveColumn, placeColumns, type ColumnChoice } from './column-placement.ts'

const ALL = columnsWith([7], 'en')
const choose = (shown: ColumnChoice['shown'] = {}, layout: ColumnChoice['layout'] = {}): ColumnChoice => ({
  shown,
  layout,
})
const place = (width: number, choice = choose()) => placeColumns(ALL, width, choice)
const idsAt = (width: number, choice = choose()) => place(width, choice).columns.map(({ id }) => id)
const placedOf = (id: ColumnId, width: number, choice: ColumnChoice) =>
  place(width, choice).columns.find((column) => column.id === id)?.placed

it('every column is there once, with one for each field of the vendor', () => {
  const ids = ALL.map((column) => column.id)
  expect([...new Set(ids)]).toEqual(ids)
  expect(ids).toContain('field-7')
  expect(ids).toHaveLength(COLUMNS.length + 1)
})

describe('placeColumns', () => {
  it('fills its width, to the pixel or a few less', () => {
    const width = place(1900).columns.reduce((sum, column) => sum + column.placed, 0)
    expect(width).toBeLessThanOrEqual(1900)
    expect(width).toBeGreaterThan(1890)
  })

  it('drops the least important first and always keeps account, equity, profit and drawdown', () => {
    expect(idsAt(1760)).not.toContain('agent')
    expect(idsAt(1760)).toContain('server')
    expect(idsAt(200)).toEqual(['select', 'health', 'account', 'equity', 'floating', 'drawdown'])
  })

  it('keeps one more column where the words of a language are short', () => {
    // The room of the table in a window of 1280 px.
    expect(idsAt(1072)).not.toContain('margin')
    const chinese = placeColumns(columnsWith([7], 'zh-CN'), 1072, choose())
    expect(chinese.columns.map(({ id }) => id)).toContain('margin')
  })

  it('names the columns that it dropped, and not those that are switched off', () => {
    const { dropped } = place(1500, choose({ agent: true, vip: false }))
    const ids = dropped.map(({ id }) => id)
    expect(ids).toContain('app')
    expect(ids).not.toContain('vip')
    expect(place(4000).dropped).toEqual([])
  })

  it('leaves out columns that are switched off, but not fixed ones', () => {
    const choice = choose({ trend: false, equity: false })
    expect(idsAt(3000, choice)).not.toContain('trend')
    expect(idsAt(3000, choice)).toContain('equity')
  })

  it('shows an additional column only when it is switched on, and then before those that came by themselves', () => {
    expect(idsAt(3000)).not.toContain('currency')
    expect(idsAt(1600, choose({ currency: true }))).toContain('currency')
    expect(idsAt(1600, choose({ currency: true }))).not.toContain('app')
    expect(idsAt(3000, choose({ 'field-7': true }))).toContain('field-7')
  })

  it('keeps a column that the person insists on, and scrolls with the pinned columns at the left', () => {
    const choice = choose({}, { always: ['agent'], pinned: ['account'] })
    const { columns } = place(560, choice)
    expect(columns.map(({ id }) => id)).toContain('agent')
    expect(columns.reduce((sum, { placed }) => sum + placed, 0)).toBeGreaterThan(560)
    expect(columns.filter(({ left }) => left !== undefined).map(({ id, left }) => [id, left])).toEqual([
      ['select', 0],
      ['account', 34],
    ])
  })

  it('pins nothing while everything fits', () => {
    expect(place(3000).columns.every(({ left }) => left === undefined)).toBe(true)
  })

  it('gives a column the width that the person chose, and the rest of the room to the others', () => {
    const choice = choose({}, { widths: { label: 300, select: 90 } })
    expect(placedOf('label', 3000, choice)).toBe(300)
    expect(placedOf('select', 3000, choice)).toBe(34)
    expect(placedOf('server', 3000, choice)).toBeGreaterThan(placedOf('server', 3000, choose()) ?? Infinity)
  })
})

describe('the order', () => {
  const idsOf = (choice: ColumnChoice) => arrange(ALL, choice).map(({ id }) => id)

  it('is as the person moved the columns, with the ticks first and the pinned ones next', () => {
    const order = moveColumn(ALL, choose(), 'drawdown', 'label')
    const ids = idsOf(choose({}, { order }))
    expect(ids.slice(0, 5)).toEqual(['select', 'health', 'account', 'drawdown', 'label'])
    expect(ids).toHaveLength(ALL.length)
    expect(idsOf(choose({}, { order, pinned: ['seen'] })).slice(0, 2)).toEqual(['select', 'seen'])
  })

  it('puts a column last, and one that a newer version adds beside its neighbour', () => {
    const order = moveColumn(ALL, choose(), 'label', undefined)
    expect(order.at(-1)).toBe('label')
    const older = order.filter((id) => id !== 'symbol' && id !== 'field-7')
    const ids = idsOf(choose({}, { order: older }))
    expect(ids[ids.indexOf('symbol') - 1]).toBe('version')
  })

  it('survives a column that no longer exists', () => {
    expect(idsOf(choose({}, { order: ['gone', 'seen', 'label'] }))).toHaveLength(ALL.length)
  })
})

it('a width stays between 40 and 600 px, whole', () => {
  expect([boundWidth(3), boundWidth(99.6), boundWidth(9000)]).toEqual([40, 100, 600])
})
