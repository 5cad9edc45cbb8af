/** The total number of hostile calls: `npm test` runs ten times as many, `npm run fuzz` a hundred times. */
export const CASES = Number(process.env['FUZZ_CASES'] ?? 10_000)
