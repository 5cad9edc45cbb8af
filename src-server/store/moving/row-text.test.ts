import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowSum } from './row-sum.ts'
import { RowText, type Cell, type CellKind } from './row-text.ts'

const textOf = (...kinds: readonly CellKind[]) =>
  new RowText({ columns: kinds.map((kind) => ({ name: kind, kind })) })

it('writes rows as PostgreSQL does', () => {
  const text = textOf('whole', 'real', 'flag', 'flag', 'text', 'bytes', 'text', 'text')
  const row = [4_102_243_200, 1e21, 1, 0, 'a\tb\\\n\r\b\f\v\u0001中', Buffer.from([0, 255]), null, '']
  const line = '4102243200\t1e+21\tt\tf\ta\\tb\\\\\\n\\r\\b\\f\\v\u0001中\t\\\\x00ff\t\\N\t'
  expect(text.write(row)).toBe(line)
  expect(text.read(line)).toEqual(row)
  expect(text.changed).toBe(0)
})

it('gives each row back', () => {
  const text = textOf('whole', 'real', 'flag', 'text', 'bytes')
  const maybe = (one: fc.Arbitrary<Cell>) => fc.option(one, { nil: null })
  const row = fc.tuple(
    maybe(fc.maxSafeInteger()),
    maybe(fc.double({ noNaN: true })),
    maybe(fc.constantFrom(0, 1)),
    maybe(fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'))),
    maybe(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  )
  fc.assert(
    fc.property(row, (given) => {
      const line = text.write(given)
      expect(line).not.toContain('\n')
      expect(text.read(line)).toEqual(given)
    }),
  )
})

it('writes a number with a point as the other engine does', () => {
  const text = textOf('text', 'real')
  for (const [theirs, ours] of [
    ['1e+15', '1000000000000000'],
    ['1e-07', '1e-7'],
    ['-0', '-0'],
    ['Infinity', 'Infinity'],
    ['\\N', '\\N'],
  ])
    expect(text.asWritten(`1e+15\t${theirs!}`)).toBe(`1e+15\t${ours!}`)
})

it('counts rows with a NUL, and writes what decoders put for it', () => {
  const text = textOf('text', 'text')
  expect(text.write(['a\0\0', '\0'])).toBe('a\uFFFD\uFFFD\t\uFFFD')
  text.write(['a', 'b'])
  expect(text.changed).toBe(1)
})

it('sums rows in any order, and tells other rows apart', () => {
  const sumOf = (...rows: readonly string[]) => {
    const sum = new RowSum()
    for (const row of rows) sum.add(row)
    return `${sum.rows} ${sum.text()}`
  }
  expect(sumOf('a', 'b', 'c')).toBe(sumOf('c', 'a', 'b'))
  const others = [sumOf('a', 'b'), sumOf('a', 'b', 'd'), sumOf('a', 'a', 'b', 'b'), sumOf('ab', '', 'c')]
  expect(others).not.toContain(sumOf('a', 'b', 'c'))
  expect(sumOf('a', 'b')).toMatch(/^2 [0-9a-f]{64}$/)
})
