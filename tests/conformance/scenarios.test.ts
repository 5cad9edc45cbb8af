import { afterAll, beforeAll, describe, it } from 'vitest'
import { SCENARIOS } from './scenarios/index.ts'
import { isElsewhere, openDeployment, type Deployment } from './support/deployment.ts'
import { isOnItsOwn, runScenario, whyNotElsewhere } from './support/run-scenario.ts'
import type { Scenario } from './support/scenario.ts'

/** Every scenario, in this process or against the server at PULSEKEY_URL. */
let deployment: Deployment

beforeAll(async () => {
  deployment = await openDeployment()
}, 60_000)
afterAll(() => deployment.end(), 60_000)

const TIMEOUT = 60_000

describe.each(Object.entries(SCENARIOS))('%s', (_, scenarios) => {
  // Scenarios that don't disturb each other run together.
  for (const scenario of scenarios.filter(isOnItsOwn))
    it.concurrent(scenario.name, ({ skip }) => run(scenario, skip), TIMEOUT)
  for (const scenario of scenarios.filter((one) => !isOnItsOwn(one))) {
    it(scenario.name, ({ skip }) => run(scenario, skip), TIMEOUT)
  }
})

async function run(scenario: Scenario, skip: (reason: string) => void): Promise<void> {
  const reason = isElsewhere() ? whyNotElsewhere(scenario) : undefined
  if (reason === undefined) await runScenario(deployment, scenario)
  else skip(reason)
}
