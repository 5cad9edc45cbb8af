import { expect, it } from 'vitest'
import type { Code } from '../../domain/code/code.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import { editRounds } from './edit-rounds.ts'

const code = (id: number, accountKey: string, gaveSeconds: number | null = 1, appId = 1) =>
  ({ id, appId, accountKey, gaveSeconds }) as Code
const seat = (codeId: number, accountKey: string) => ({ codeId, accountKey, gaveSeconds: 1 }) as CodeSeat

it('puts codes of one account into rounds of their order, and all others into the first', () => {
  const codes = [
    code(1, '1@A'),
    code(2, '1@A'),
    code(3, '1@A', null),
    code(4, '1@A', 1, 2),
    code(5, '', null),
    code(6, '2@A'),
    code(7, '1@A'),
  ]
  // The seats of this code join the accounts of others.
  const seats = new Map([[5, [seat(5, '2@A'), seat(5, '1@A')]]])
  const rounds = editRounds(codes, seats).map((round) => round.map(({ id }) => id))
  expect(rounds).toEqual([[1, 3, 4], [2], [5], [6, 7]])
  expect(editRounds([], seats)).toEqual([])
})
