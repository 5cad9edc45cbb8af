import { expect, it } from 'vitest'
import { tagsAfter } from './tags.ts'

it.each([
  [[], { add: ['VIP'] }, ['VIP']],
  [['VIP', 'gold'], { add: ['vip', 'Test'] }, ['VIP', 'gold', 'Test']],
  [['VIP', 'gold'], { remove: ['vip', 'none'] }, ['gold']],
  [['gold'], { remove: ['Gold'], add: ['GOLD'] }, ['GOLD']],
  [['a'], {}, ['a']],
])('%j with %j is %j', (tags, change, after) => {
  expect(tagsAfter(tags, change)).toEqual(after)
})
