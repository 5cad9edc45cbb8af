import { exitOf, requireTool, startNode } from './tool.ts'

/** Runs the scenarios that the command names, or all of them. @param mode variables that say on what they run */
export async function runScenarios(mode: Readonly<Record<string, string>>): Promise<void> {
  const args = [requireTool('vitest'), 'run', '--project', 'scenario', ...process.argv.slice(2)]
  process.exitCode = await exitOf(startNode(args, { env: { ...process.env, ...mode } }))
}
