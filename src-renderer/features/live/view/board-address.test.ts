import { expect, it } from 'vitest'
import { NO_FILTER } from '../rows/row-filter.ts'
import { WORST_FIRST } from '../rows/row-order.ts'
import { boardParts, isBoardPart, readBoard, type BoardState } from './board-address.ts'

const USUAL: BoardState = { filter: NO_FILTER, order: WORST_FIRST, grouping: null }
const given = (change: Partial<BoardState>): BoardState => ({ ...USUAL, ...change })

it('a board at its defaults has an empty address', () => {
  expect(boardParts(USUAL)).toEqual({})
  expect(readBoard({})).toEqual(USUAL)
})

it.each([
  [given({ filter: { ...NO_FILTER, state: 'loss', band: 0 } }), { state: 'loss', band: '0' }],
  [
    given({ filter: { ...NO_FILTER, text: '上海 gold', watched: true } }),
    { search: '上海 gold', watched: '1' },
  ],
  [
    given({ filter: { ...NO_FILTER, picked: { agent: '7', symbol: 'XAUUSD', tag: '', 'field-3': '华东' } } }),
    { agent: '7', symbol: 'XAUUSD', tag: '-', 'field-3': '华东' },
  ],
  [given({ filter: { ...NO_FILTER, asked: '3@2026-01-01..' } }), { field: '3@2026-01-01..' }],
  [given({ order: { key: 'worst', desc: false } }), { sort: 'worst' }],
  [given({ order: { key: 'equity', desc: true } }), { sort: 'equity', desc: '1' }],
  [given({ grouping: { by: 'server', sort: 'rows' } }), { group: 'server' }],
  [given({ grouping: { by: 'tag', sort: 'critical' } }), { group: 'tag', group_sort: 'critical' }],
])('%j is the address %j, and is read back from it', (state, parts) => {
  expect(boardParts(state)).toEqual(parts)
  expect(readBoard(parts)).toEqual(state)
  expect(Object.keys(parts).every(isBoardPart)).toBe(true)
})

it.each([
  [{ state: 'gone' }],
  [{ band: '6' }],
  [{ band: '-1' }],
  [{ band: '1.5' }],
  [{ sort: 'constructor' }],
  [{ group: 'toString', group_sort: 'x' }],
  [{ watched: 'yes' }],
  [{ field: '3@five..' }],
  [{ field: '3?' }],
  [{ 'field-x': 'a', 'field-0': 'b', constructor: 'c' }],
  [{ search: ['a', 'b'] }],
])('the damaged address %j shows the usual board', (parts) => {
  expect(readBoard(parts)).toEqual(USUAL)
})
