import { expect, it } from 'vitest'
import { QUIET_ZONE, qrSquares } from './qr-squares.ts'

/** The path's squares as rows of `#` and blanks. Overlaps and squares outside are found on the way. */
function draw({ size, path }: ReturnType<typeof qrSquares>): string[] {
  const rows = Array.from({ length: size }, () => new Array<string>(size).fill(' '))
  for (const [, x, y, length, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(length)
    for (let i = 0; i < Number(length); i++) {
      expect(rows[Number(y)]?.[Number(x) + i]).toBe(' ')
      rows[Number(y)]![Number(x) + i] = '#'
    }
  }
  return rows.map((row) => row.join(''))
}

const FINDER = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######']
const corner = (rows: string[], x: number, y: number) =>
  rows.slice(y, y + FINDER.length).map((row) => row.slice(x, x + FINDER.length))

it('a QR code has three finder marks, timing lines between them and a white border', () => {
  const rows = draw(qrSquares('otpauth://totp/Pulsekey:owner?secret=JBSWY3DPEHPK3PXP'))
  const last = rows.length - QUIET_ZONE - FINDER.length
  expect(corner(rows, QUIET_ZONE, QUIET_ZONE)).toEqual(FINDER)
  expect(corner(rows, last, QUIET_ZONE)).toEqual(FINDER)
  expect(corner(rows, QUIET_ZONE, last)).toEqual(FINDER)
  const timing = rows[QUIET_ZONE + FINDER.length - 1]!.slice(QUIET_ZONE + FINDER.length + 1, last - 1)
  expect(timing).toMatch(/^(# )+#$/)
  for (const row of [...rows.slice(0, QUIET_ZONE), ...rows.slice(-QUIET_ZONE)]) expect(row.trim()).toBe('')
  for (const row of rows) {
    expect(row.slice(0, QUIET_ZONE).trim()).toBe('')
    expect(row.slice(-QUIET_ZONE).trim()).toBe('')
  }
})

it('a QR code grows with the text by whole versions, and refuses a text that is too long', () => {
  const sizes = ['a', 'a'.repeat(100), 'a'.repeat(1000)].map((text) => qrSquares(text).size - 2 * QUIET_ZONE)
  for (const size of sizes) expect((size - 17) % 4).toBe(0)
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  expect(new Set(sizes).size).toBe(3)
  expect(() => qrSquares('a'.repeat(4000))).toThrow(RangeError)
})
