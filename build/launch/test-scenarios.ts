/**
 * `npm run test:postgres -- FILE` and `npm run test:pair -- FILE`: runs scenarios on PostgreSQL, or against two copies of
 * the server over one store. `npm run test:pair -- --store postgres FILE` runs them against two copies on PostgreSQL.
 */
import { readMode } from './scenario-mode.ts'
import { exitOf, requireTool, startNode } from './tool.ts'

const { env, rest } = readMode(process.argv.slice(2))
const args = [requireTool('vitest'), 'run', '--project', 'scenario', ...rest]
process.exitCode = await exitOf(startNode(args, { env: { ...process.env, ...env } }))
