import fc from 'fast-check'

const given = process.env['TEST_SEED']

/**
 * The seed of every random test. `npm test` fixes it, so that a commit has one result; TEST_SEED chooses another. A
 * single vitest run, `npm run fuzz` and `npm run faults` take a new one each time.
 */
export const SEED = Number(given ?? Date.now() % 1_000_000)

/** Properties of fast-check print their own seed when they fail. */
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
