/** `npm run test:postgres -- FILE`: runs the scenarios on PostgreSQL. */
import { exitOf, requireTool, startNode } from './tool.ts'

const [, , ...wanted] = process.argv
const args = [requireTool('vitest'), 'run', '--project', 'scenario', ...wanted]
process.exitCode = await exitOf(startNode(args, { env: { ...process.env, STORE: 'postgres' } }))
