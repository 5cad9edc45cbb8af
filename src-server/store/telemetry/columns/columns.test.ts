import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteReader, ByteWriter } from './byte-writer.ts'
import { readColumns, writeColumns, type Rows } from './columns.ts'

const writer = new ByteWriter()

function pack(rows: Rows): Buffer {
  writeColumns(writer, rows)
  return writer.take()
}

const column = fc.oneof(
  fc.array(fc.double(), { minLength: 1, maxLength: 40 }),
  fc.array(fc.integer(), { minLength: 1, maxLength: 40 }),
  fc.array(
    fc.maxSafeInteger().map((amount) => amount / 100),
    { minLength: 1, maxLength: 40 },
  ),
  fc.array(fc.constantFrom(NaN, 0, -0, 1.5, 100, -0.01, Infinity), { minLength: 1, maxLength: 40 }),
)

it('returns each value exactly, whatever the columns hold', () => {
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), (columns) => {
      const [width, count] = [columns.length, Math.min(...columns.map((one) => one.length))]
      const numbers = Float64Array.from(
        { length: width * count },
        (_, at) => columns[at % width]![Math.floor(at / width)]!,
      )
      const read = readColumns(new ByteReader(pack({ numbers, width, count })), width)
      expect(read).toEqual({ numbers, width, count })
    }),
    { numRuns: 500 },
  )
})

it('reads several blocks and texts one after the other', () => {
  const one = { numbers: Float64Array.of(1, 2, 3, 4), width: 2, count: 2 }
  writeColumns(writer, one)
  writer.text('XAUUSD 黄金')
  writeColumns(writer, { ...one, count: 1, numbers: one.numbers.subarray(0, 2) })
  const reader = new ByteReader(writer.take())
  expect(readColumns(reader, 2)).toEqual(one)
  expect(reader.text()).toBe('XAUUSD 黄金')
  expect([...readColumns(reader, 2).numbers]).toEqual([1, 2])
})

it('takes two bytes for a column without a change, and grows with its buffer', () => {
  const numbers = new Float64Array(100_000).fill(1234.56)
  expect(pack({ numbers, width: 1, count: numbers.length }).length).toBeLessThan(16)
  const noise = Float64Array.from(numbers, (_, at) => Math.sin(at))
  expect([
    ...readColumns(new ByteReader(pack({ numbers: noise, width: 1, count: noise.length })), 1).numbers,
  ]).toEqual([...noise])
})
