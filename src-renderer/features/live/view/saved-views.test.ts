import { expect, it } from 'vitest'
import { NO_FILTER } from '../rows/row-filter.ts'
import { WORST_FIRST } from '../rows/row-order.ts'
import { isSameView, parseSavedViews, withView, type SavedView } from './saved-views.ts'

const view: SavedView = {
  name: 'Gold at risk',
  filter: { state: 'critical', band: 4, text: 'gold', app: 10001, server: 'Broker-Live' },
  order: { key: 'equity', desc: false },
}

it('saved views are read back as written', () => {
  expect(parseSavedViews(JSON.parse(JSON.stringify([view])))).toEqual([view])
})

it('a damaged entry keeps its valid parts', () => {
  const damaged = [{ name: 'Old', filter: { state: 'gone', band: 99, text: 5 }, order: { key: 'x' } }]
  expect(parseSavedViews(damaged)).toEqual([{ name: 'Old', filter: NO_FILTER, order: WORST_FIRST }])
  expect(parseSavedViews([null, 7, { name: '' }])).toEqual([])
  expect(parseSavedViews('nonsense')).toEqual([])
})

it('a view of the same name is replaced, and names stay sorted', () => {
  const second = { ...view, name: 'Another' }
  const changed = { ...view, order: WORST_FIRST }
  expect(withView(withView([view], second), changed)).toEqual([second, changed])
})

it('the current view is recognized', () => {
  expect(isSameView(view, { ...view })).toBe(true)
  expect(isSameView(view, { ...view, filter: { ...view.filter, band: null } })).toBe(false)
})
