import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { testClosing } from './cases/closing.ts'
import { testCodes } from './cases/codes.ts'
import { testOutage } from './cases/outage.ts'
import { testPulse } from './cases/pulse.ts'
import { testSignature } from './cases/signature.ts'
import { testStart } from './cases/start.ts'
import { World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
}, 120_000)
afterEach(() => world.reset())
afterAll(() => world.end())

/**
 * The kits for MetaTrader, compiled as C++ with a simulated terminal, live with a real server. Both have the same
 * Pulsekey.mqh, so MQL4 repeats only what shows that it lives its whole life.
 */
describe.each(['mql5', 'mql4'] as const)('%s', (dialect) => {
  beforeAll(() => {
    world.dialect = dialect
  })

  const given = () => world
  testStart(given, dialect)
  testPulse(given, dialect)
  testCodes(given, dialect)
  testClosing(given, dialect)
  testOutage(given, dialect)
  testSignature(given, dialect)
})
