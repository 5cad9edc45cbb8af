import type { StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Configuration } from 'app-builder-lib'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'

import { exitOf, requireTool, root, startNode } from '../launch/tool.ts'

const CONFIGURATION = 'build/electron-builder.yml'
const SEVEN_ZIP = '/usr/bin/7za'

/**
 * Runs electron-builder with build/electron-builder.yml.
 * @param targets electron-builder's arguments: `--linux dir`, `--win`, `--mac dmg --arm64`
 * @param overrides settings that replace those of the file
 * @returns the exit code
 */
export async function runBuilder(
  targets: readonly string[],
  overrides: Configuration,
  stdio: StdioOptions = 'inherit',
): Promise<number> {
  const folder = join(root, '.cache', 'packaging')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `electron-builder.${process.pid}.json`)
  // Merged here, because electron-builder's own `extends` changes `files` so that a platform's `files` add
  // the whole project.
  const configuration = await getConfig(root, CONFIGURATION, null)
  const win = { ...configuration.win, ...overrides.win }
  writeFileSync(file, JSON.stringify({ ...configuration, ...overrides, win }))
  // electron-builder would download its own 7-Zip from GitHub. The system's version works too.
  const sevenZip = existsSync(SEVEN_ZIP) ? { ELECTRON_BUILDER_7ZIP_PATH: SEVEN_ZIP } : {}
  const args = [requireTool('electron-builder'), 'build', '--config', file, '--publish', 'never', ...targets]
  return exitOf(startNode(args, { stdio, env: { ...sevenZip, ...process.env } }))
}
