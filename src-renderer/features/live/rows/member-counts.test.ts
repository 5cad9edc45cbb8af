import { expect, it } from 'vitest'
import { countValues, withLowerAgents } from './member-counts.ts'
import { sampleRow } from './sample-device.ts'

it('an account counts for each of its tags, and an account without one for none', () => {
  const rows = [sampleRow(1, { tags: ['a', 'b'] }), sampleRow(2, { tags: ['a'] }), sampleRow(3)]
  expect([...countValues(rows, 'tag')]).toEqual([
    ['a', 2],
    ['b', 1],
    ['', 1],
  ])
})

it('an agent counts the accounts of all agents below it, even without accounts of its own', () => {
  const own = new Map([
    ['2', 3],
    ['3', 4],
    ['', 1],
  ])
  const below: Readonly<Record<number, number[]>> = { 1: [1, 2, 3], 2: [2, 3], 3: [3], 4: [4] }
  const sums = withLowerAgents(own, [1, 2, 3, 4], (agent) => below[agent] ?? [])
  expect(Object.fromEntries(sums)).toEqual({ 1: 7, 2: 7, 3: 4, '': 1 })
})
