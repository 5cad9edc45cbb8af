import { describe, expect, it } from 'vitest'
import { askedRows, byQuestion, columnsOf, gathering, Turn, type Ways } from './gathering.ts'

/** Questions are numbers, and each answer is the double. @returns what was asked together, in order */
function doubling(over: Partial<Ways<number, number>> = {}) {
  const turn = new Turn()
  const asked: (readonly number[])[] = []
  const ask = gathering<number, number>(turn, {
    one: async (n) => {
      asked.push([n])
      return 2 * n
    },
    many: async (all) => {
      asked.push(all)
      return all.map((n) => 2 * n)
    },
    ...over,
  })
  return { turn, asked, ask }
}

describe('questions of one turn of the event loop', () => {
  it('are asked together, and each gets its own answer', async () => {
    const { asked, ask } = doubling()
    expect(await Promise.all([ask(3), ask(1), ask(3)])).toEqual([6, 2, 6])
    expect(asked).toEqual([[3, 1, 3]])
  })

  it('are asked at once with a flush, and later ones apart', async () => {
    const { turn, asked, ask } = doubling()
    const first = [ask(1), ask(2)]
    turn.flush()
    expect(asked).toEqual([[1, 2]])
    expect(await Promise.all([...first, ask(3)])).toEqual([2, 4, 6])
    expect(asked).toEqual([[1, 2], [3]])
  })

  it('are asked in the order of keys, and those with the same key in turn', async () => {
    const { asked, ask } = doubling({ keyOf: (n) => n % 10 })
    expect(await Promise.all([ask(12), ask(1), ask(2), ask(22), ask(3)])).toEqual([24, 2, 4, 44, 6])
    expect(asked).toEqual([[1, 12, 3], [2], [22]])
  })

  it('all fail with their statement, and the next ones do not', async () => {
    let isBroken = true
    const { ask } = doubling({
      many: (all) => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(all.map((n) => n))),
    })
    const failed = await Promise.allSettled([ask(1), ask(2)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await Promise.all([ask(1), ask(2)])).toEqual([1, 2])
  })
})

it('a statement gets its questions as arrays, and its rows go back by number', () => {
  expect(askedRows({ id: 'bigint', left: 'text' })).toBe(
    'unnest((SELECT ?::bigint[]), (SELECT ?::text[])) WITH ORDINALITY AS asked ("id", "left", n)',
  )
  const questions: [number, string][] = [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]
  expect(columnsOf(questions)).toEqual([
    [1, 2, 3],
    ['a', 'b', 'c'],
  ])
  expect(
    byQuestion(questions, [
      { n: 3, x: 'third' },
      { n: 1, x: 'first' },
    ]),
  ).toEqual([{ x: 'first' }, undefined, { x: 'third' }])
})
