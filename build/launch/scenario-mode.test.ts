import { expect, it } from 'vitest'
import { readMode } from './scenario-mode.ts'

it('all scenarios run on SQLite against one copy unless the command says otherwise', () => {
  expect(readMode([])).toEqual({ env: {}, rest: [] })
})

it.each([
  [['--store', 'postgres'], { STORE: 'postgres' }],
  [['--store=postgres'], { STORE: 'postgres' }],
  [['--pair'], { PAIR: '1' }],
  [['--pair', '--store', 'postgres'], { PAIR: '1', STORE: 'postgres' }],
  [['--pair', '--store', 'sqlite'], { PAIR: '1', STORE: 'sqlite' }],
])('%j chooses the store and the number of copies', (args, env) => {
  expect(readMode(args)).toEqual({ env, rest: [] })
})

it('the rest is for vitest, in its order', () => {
  const rest = ['tests/integration/sales.test.ts', '-t', 'a sale', '--maxWorkers=1']
  expect(readMode([rest[0]!, '--store', 'postgres', ...rest.slice(1), '--pair'])).toEqual({
    env: { STORE: 'postgres', PAIR: '1' },
    rest,
  })
})

it.each([[['--store', 'mysql']], [['--store']], [['--store=']]])('%j is refused', (args) => {
  expect(() => readMode(args)).toThrow('--store is sqlite or postgres')
})
