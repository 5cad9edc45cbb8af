/** `npm run test:postgres -- FILE`: runs the scenarios on PostgreSQL. */
import { runScenarios } from './run-scenarios.ts'

await runScenarios({ STORE: 'postgres' })
