import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, PARCEL_LENGTH, parcelId, parcelMadeAt, piecesOf, textsOf } from './parcel.ts'

const text = fc
  .tuple(fc.constantFrom('a', '止', '𝄞', 'a\nb', '\ud834'), fc.integer({ min: 0, max: 2500 }))
  .map(([letter, count]) => ({ text: letter.repeat(count) }))
const messages = fc.array(text, { minLength: 1, maxLength: 12 })

/** Packs parcels until no message is left. */
function packAll(rows: readonly { readonly text: string }[]): (readonly { readonly text: string }[])[] {
  const parcels = []
  for (let left = rows; left.length > 0;) {
    const { rows: taken } = pack(left)
    parcels.push(taken)
    left = left.slice(taken.length)
  }
  return parcels
}

describe('any messages', () => {
  it('each message is in one parcel, in the original order', () => {
    fc.assert(
      fc.property(messages, (rows) => {
        expect(packAll(rows).flat()).toEqual(rows)
      }),
    )
  })

  it("no text exceeds the service's limit, and together they hold everything", () => {
    fc.assert(
      fc.property(messages, (rows) => {
        for (const parcel of packAll(rows)) {
          const texts = textsOf('p', parcel)
          for (const { text } of texts) expect(Array.from(text).length).toBeLessThanOrEqual(PARCEL_LENGTH)
          expect(texts.map(({ text }) => text).join('')).toBe(parcel.map(({ text }) => text).join('\n'))
          expect(new Set(texts.map(({ key }) => key)).size).toBe(texts.length)
          if (parcel.length > 1) expect(texts).toHaveLength(1)
        }
      }),
    )
  })

  it('a parcel is full when the next message would exceed the limit', () => {
    fc.assert(
      fc.property(messages, (rows) => {
        const { rows: taken, isFull } = pack(rows)
        const next = rows[taken.length]
        if (next === undefined) return
        expect(isFull).toBe(true)
        expect(Array.from([...taken, next].map(({ text }) => text).join('\n')).length).toBeGreaterThan(
          PARCEL_LENGTH,
        )
      }),
    )
  })

  it('the same messages make the same texts under the same keys', () => {
    fc.assert(
      fc.property(messages, (rows) => {
        expect(textsOf('p', [...rows])).toEqual(textsOf('p', rows))
      }),
    )
  })
})

it('an id holds its creation time, and with a piece’s number it fits the service’s key', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (at, random) => {
        const id = parcelId(at, random)
        expect(parcelMadeAt(id)).toBe(at)
        expect(`${id}-999`.length).toBeLessThanOrEqual(50)
      },
    ),
  )
})

describe('the pieces for a service with another limit', () => {
  const limit = fc.record({
    most: fc.integer({ min: 100, max: 3000 }),
    unit: fc.constantFrom<'bytes' | 'characters'>('bytes', 'characters'),
  })
  const sizeOf = (text: string, unit: string) => (unit === 'bytes' ? Buffer.byteLength(text) : text.length)

  it('hold every letter, whole, and none exceeds the limit', () => {
    fc.assert(
      fc.property(messages, limit, (rows, { most, unit }) => {
        const pieces = piecesOf(rows, { most, unit })
        expect(pieces.join('') === rows.map((row) => row.text).join('\n')).toBe(true)
        expect(pieces.every((piece) => sizeOf(piece, unit) <= most && piece.isWellFormed())).toBe(
          rows.every((row) => row.text.isWellFormed()),
        )
      }),
      { numRuns: 50 },
    )
  })
})
