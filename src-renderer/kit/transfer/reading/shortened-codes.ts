import { isShortened } from '../../../../src-server/contract/shortened.ts'

export type CodeProblem =
  | 'shortened by a spreadsheet'
  | 'rounded by a spreadsheet'
  | 'shorter than the others: zeros at its beginning are lost'

/** A spreadsheet keeps fifteen digits of a number and writes zeros for the others. */
const ROUNDED = /^(\d{15})(0+)$/
/** So many zeros at the end of a single code are no chance. */
const CERTAIN_ZEROS = 3
/** Shorter numbers may be counters. */
const LONG_DIGITS = 8

/**
 * Finds the codes of a file that a spreadsheet has shortened, rounded, or robbed of zeros at their beginning. The last two
 * show only beside the other codes of the file.
 * @returns the problem of each such code, by its place in the list
 */
export function findShortened(codes: readonly string[]): Map<number, CodeProblem> {
  const found = new Map<number, CodeProblem>()
  const long = codes.filter((code) => /^\d{16,}$/.test(code))
  const allRounded = long.length > 1 && long.every((code) => ROUNDED.test(code))
  const length = lengthOfMost(codes)
  for (const [at, code] of codes.entries()) {
    const zeros = ROUNDED.exec(code)?.[2]?.length ?? 0
    if (isShortened(code)) found.set(at, 'shortened by a spreadsheet')
    else if (zeros >= CERTAIN_ZEROS || (zeros > 0 && allRounded)) found.set(at, 'rounded by a spreadsheet')
    else if (length !== undefined && code !== '' && code.length < length)
      found.set(at, 'shorter than the others: zeros at its beginning are lost')
  }
  return found
}

/** The length of codes that are numbers of one length, if none begins with a zero as one in ten would. */
function lengthOfMost(codes: readonly string[]): number | undefined {
  const filled = codes.filter((code) => code !== '')
  if (!filled.every((code) => /^[1-9]\d*$/.test(code))) return undefined
  const counts = new Map<number, number>()
  for (const { length } of filled) counts.set(length, (counts.get(length) ?? 0) + 1)
  const longest = Math.max(0, ...counts.keys())
  const share = (counts.get(longest) ?? 0) / filled.length
  return longest >= LONG_DIGITS && share > 0.5 && share < 1 ? longest : undefined
}
