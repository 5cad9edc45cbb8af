/**
 * `npm start`: opens the desktop where that is possible, else runs the server without a window, so that the
 * server runs in either case.
 */
import { spawn } from 'node:child_process'

import { findElectron, type Runtime, whyNoWindow } from './electron-runtime.ts'
import { ensureBuild } from './ensure-build.ts'
import { serveHere } from './serve-here.ts'
import { exitOf, root } from './tool.ts'

const PORT = '8787'

async function openDesktop(electron: string): Promise<number> {
  const child = spawn(electron, [root, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return exitOf(child)
}

await ensureBuild()
const blocked = whyNoWindow(process.platform, process.env, process.getuid?.() === 0)
const runtime: Runtime = blocked === undefined ? await findElectron() : { missing: blocked }
if ('path' in runtime) {
  process.exitCode = await openDesktop(runtime.path)
} else {
  console.log(`No window: ${runtime.missing}. The server runs without one.`)
  await serveHere(['--port', PORT, ...process.argv.slice(2)])
}
