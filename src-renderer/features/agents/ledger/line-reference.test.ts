import { expect, it } from 'vitest'
import { allocationOf } from './line-reference.ts'

it.each([
  ['purchase', 'allocation 12', 12],
  ['refund', 'allocation 3', 3],
  // A person typed it.
  ['topup', 'allocation 12', undefined],
  ['purchase', 'allocation twelve', undefined],
  ['correction', '', undefined],
] as const)('%s with the reference %j is of the allocation %s', (kind, reference, id) => {
  expect(allocationOf({ kind, reference })).toBe(id)
})
