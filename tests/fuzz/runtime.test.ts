import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { CASES } from './cases.ts'
import { checkReply } from './check-reply.ts'
import { openFuzzWorld, type FuzzWorld } from './fuzz-world.ts'
import { hostileCalls } from './hostile-calls.ts'

const KINDS = Object.keys(hostileCalls([{ app: 1, miType: 0 }]))

let world: FuzzWorld

beforeAll(async () => {
  world = await openFuzzWorld()
}, 120_000)
afterAll(() => world.end(), 60_000)

describe('any call gets one answer and breaks nothing', () => {
  it.each(KINDS)(
    '%s',
    async (kind) => {
      const property = fc.asyncProperty(hostileCalls(world.targets)[kind]!, (call) => checkReply(world, call))
      await fc.assert(property, { numRuns: Math.ceil(CASES / KINDS.length) })
    },
    300_000,
  )
})
