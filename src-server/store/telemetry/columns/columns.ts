import type { ByteReader, ByteWriter } from './byte-writer.ts'

/** The decimals of a column, as factors. A column whose values have more is stored as it is. */
const SCALES = [1, 100, 10_000, 1_000_000] as const
/** The kind of a column with plain values. */
const PLAIN = SCALES.length
/** Differences of scaled values are exact below. */
const MOST = 2 ** 50

/** A token of a scaled column: no value. */
const NO_VALUE = 0
/** The value before, as often as the next number says. */
const REPEAT = 1
/** The first token that is a difference to the value before. */
const FIRST_DIFFERENCE = 2

/** Rows of numbers, one after the other, with the same number of columns. NaN: no value. */
export interface Rows {
  readonly numbers: Float64Array<ArrayBuffer>
  readonly width: number
  readonly count: number
}

/**
 * Writes rows column by column: differences between neighbouring values as short whole numbers, and equal neighbours as one.
 * The values come back exactly.
 */
export function writeColumns(to: ByteWriter, { numbers, width, count }: Rows): void {
  to.varint(count)
  for (let column = 0; column < width; column++) writeColumn(to, numbers, column, width, count)
}

export function readColumns(from: ByteReader, width: number): Rows {
  const count = from.varint()
  const numbers = new Float64Array(count * width)
  for (let column = 0; column < width; column++) readColumn(from, numbers, column, width)
  return { numbers, width, count }
}

function writeColumn(
  to: ByteWriter,
  numbers: Float64Array,
  column: number,
  width: number,
  count: number,
): void {
  const end = count * width
  const kind = kindOf(numbers, column, width, end)
  to.byte(kind)
  const scale = SCALES[kind]
  if (scale === undefined) {
    for (let at = column; at < end; at += width) to.double(numbers[at] ?? NaN)
    return
  }
  let [before, isNone, repeats] = [0, true, 0]
  for (let at = column; at < end; at += width) {
    const value = numbers[at] ?? NaN
    const scaled = Math.round(value * scale)
    const isNow = Number.isNaN(value)
    if (isNone === isNow && (isNow || scaled === before)) {
      repeats++
      continue
    }
    if (repeats > 0) writeRepeats(to, repeats)
    repeats = 0
    isNone = isNow
    if (isNow) {
      to.varint(NO_VALUE)
      continue
    }
    const difference = scaled - before
    to.varint((difference >= 0 ? difference * 2 : difference * -2 - 1) + FIRST_DIFFERENCE)
    before = scaled
  }
  if (repeats > 0) writeRepeats(to, repeats)
}

function writeRepeats(to: ByteWriter, repeats: number): void {
  to.varint(REPEAT)
  to.varint(repeats)
}

function readColumn(from: ByteReader, numbers: Float64Array, column: number, width: number): void {
  const kind = from.byte()
  const scale = SCALES[kind]
  if (scale === undefined) {
    for (let at = column; at < numbers.length; at += width) numbers[at] = from.double()
    return
  }
  let [value, current] = [0, NaN]
  for (let at = column; at < numbers.length; at += width) {
    const token = from.varint()
    if (token === REPEAT) {
      for (let left = from.varint(); left > 1; left--, at += width) numbers[at] = current
    } else if (token === NO_VALUE) {
      current = NaN
    } else {
      const folded = token - FIRST_DIFFERENCE
      value += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
      current = value / scale
    }
    numbers[at] = current
  }
}

/** The least scale at which all values are whole numbers. */
function kindOf(numbers: Float64Array, column: number, width: number, end: number): number {
  let kind = 0
  for (let at = column; at < end; at += width) {
    const value = numbers[at] ?? NaN
    if (Number.isNaN(value)) continue
    while (kind < PLAIN && !isWhole(value, SCALES[kind] ?? 1)) kind++
    if (kind === PLAIN) break
  }
  return kind
}

function isWhole(value: number, scale: number): boolean {
  const scaled = Math.round(value * scale)
  return scaled / scale === value && Math.abs(scaled) < MOST && !Object.is(value, -0)
}
