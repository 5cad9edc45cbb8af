/**
 * `npm run db:generate [-- --name WHAT]`: writes the SQL migrations from the previous schemas to the present
 * ones.
 */
import { collateTexts } from './collate-texts.ts'
import { exitOf, requireTool, startNode } from './tool.ts'

const CONFIGS = [
  'build/drizzle.main.config.ts',
  'build/drizzle.telemetry.config.ts',
  'build/drizzle.postgres.config.ts',
]

for (const config of CONFIGS) {
  const args = ['generate', `--config=${config}`, ...process.argv.slice(2)]
  process.exitCode = await exitOf(startNode([requireTool('drizzle-kit'), ...args]))
  if (process.exitCode !== 0) break
}
collateTexts('drizzle/postgres')
