/** `npm run test:pair`: runs the scenarios against two copies of the server over one store. */
import { exitOf, requireTool, startNode } from './tool.ts'

const [, , ...wanted] = process.argv
const args = [requireTool('vitest'), 'run', '--project', 'scenario', ...wanted]
process.exitCode = await exitOf(startNode(args, { env: { ...process.env, PAIR: '1' } }))
