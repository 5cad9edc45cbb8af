/**
 * `npm run test:scale`: runs the tests of several processes over one PostgreSQL, then all scenarios on PostgreSQL and
 * against two copies on PostgreSQL. `npm run test:scale -- FILE` runs files of the first ones only.
 */
import { requirePostgres } from './postgres-tools.ts'
import { exitOf, requireTool, startNode } from './tool.ts'

const files = process.argv.slice(2)
const runs = [
  { project: 'scale', env: {} },
  { project: 'scenario', env: { STORE: 'postgres' } },
  { project: 'scenario', env: { STORE: 'postgres', PAIR: '1' } },
].slice(0, files.length > 0 ? 1 : undefined)

requirePostgres()
// All runs happen, because each finds its own faults.
for (const { project, env } of runs) {
  const args = [requireTool('vitest'), 'run', '--project', project, ...files]
  const exit = await exitOf(startNode(args, { env: { ...process.env, ...env } }))
  if (exit !== 0) process.exitCode = exit
}
