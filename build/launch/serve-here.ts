import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from './tool.ts'

/** Runs the built server in this process, so that signals and the exit code are its own. */
export async function serveHere(args: readonly string[]): Promise<void> {
  const script = join(root, 'out/main/serve.js')
  process.argv = [process.execPath, script, ...args]
  await import(pathToFileURL(script).href)
}
