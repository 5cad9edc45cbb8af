import { expect, it } from 'vitest'
import { NO_FILTER } from '../rows/row-filter.ts'
import { WORST_FIRST } from '../rows/row-order.ts'
import { isSameView, keptView, savedViewsOf, type SavedView } from './saved-views.ts'

const view: SavedView = {
  name: 'Gold at risk',
  filter: { state: 'critical', band: 4, text: 'gold', app: 10001, server: 'Broker-Live' },
  order: { key: 'equity', desc: false },
}

it('saved views are read back as written, by name', () => {
  const kept = { Zebra: keptView(view), [view.name]: keptView(view) }
  const read: unknown = JSON.parse(JSON.stringify(kept))
  expect(savedViewsOf(read as typeof kept)).toEqual([view, { ...view, name: 'Zebra' }])
})

it('a damaged view keeps its valid parts', () => {
  const damaged = { Old: { filter: { state: 'gone', band: 99, text: 5 }, order: { key: 'x' } } }
  expect(savedViewsOf(damaged)).toEqual([{ name: 'Old', filter: NO_FILTER, order: WORST_FIRST }])
  expect(savedViewsOf(undefined)).toEqual([])
})

it('the current view is recognized', () => {
  expect(isSameView(view, { ...view })).toBe(true)
  expect(isSameView(view, { ...view, filter: { ...view.filter, band: null } })).toBe(false)
})
