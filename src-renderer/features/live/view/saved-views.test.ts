import { expect, it } from 'vitest'
import { NO_FILTER } from '../rows/row-filter.ts'
import { WORST_FIRST } from '../rows/row-order.ts'
import { isSameBoard } from './board-address.ts'
import { keptView, savedViewsOf, type SavedView } from './saved-views.ts'

const view: SavedView = {
  name: 'Gold at risk',
  filter: {
    state: 'critical',
    band: 4,
    text: 'gold',
    picked: { app: '10001', server: 'Broker-Live', tag: '' },
    asked: '3|["Gold","Silver"]',
    watched: true,
  },
  order: { key: 'equity', desc: false },
  grouping: { by: 'agent', sort: 'accounts' },
}
const ofTheServer = (kept: object) => JSON.parse(JSON.stringify(kept)) as Parameters<typeof savedViewsOf>[0]

it('saved views are read back as written, by name', () => {
  const kept = { Zebra: keptView(view), [view.name]: keptView(view) }
  expect(savedViewsOf(ofTheServer(kept))).toEqual([view, { ...view, name: 'Zebra' }])
})

it('a view of an earlier version is read', () => {
  const earlier = {
    filter: { state: 'critical', band: 4, text: 'gold', app: 10001, server: null },
    order: { key: 'equity', desc: false },
  }
  expect(savedViewsOf(ofTheServer({ Old: earlier }))).toEqual([
    {
      name: 'Old',
      filter: {
        state: 'critical',
        band: 4,
        text: 'gold',
        picked: { app: '10001' },
        asked: '',
        watched: false,
      },
      order: { key: 'equity', desc: false },
      grouping: null,
    },
  ])
})

it('a damaged view keeps its valid parts', () => {
  const damaged = { Old: { filter: { state: 'gone', band: 99, text: '' }, order: { key: 'x' } } }
  expect(savedViewsOf(damaged)).toEqual([
    { name: 'Old', filter: NO_FILTER, order: WORST_FIRST, grouping: null },
  ])
  expect(savedViewsOf(undefined)).toEqual([])
})

it('the current view is recognized', () => {
  expect(isSameBoard(view, { ...view })).toBe(true)
  expect(isSameBoard(view, { ...view, filter: { ...view.filter, band: null } })).toBe(false)
  expect(isSameBoard(view, { ...view, grouping: null })).toBe(false)
})
