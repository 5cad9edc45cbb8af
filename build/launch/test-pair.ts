/** `npm run test:pair`: runs the scenarios against two copies of the server over one store. */
import { runScenarios } from './run-scenarios.ts'

await runScenarios({ PAIR: '1' })
