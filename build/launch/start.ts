/**
 * `npm start`: opens the desktop where that is possible, else runs the server without a window, so that the
 * server runs in either case.
 */
import { spawn } from 'node:child_process'

import { announceDemo } from './demo.ts'
import { findElectron, type Runtime, whyNoWindow } from './electron-runtime.ts'
import { ensureBuild } from './ensure-build.ts'
import { serveHere } from './serve-here.ts'
import { root } from './tool.ts'

const PORT = '8787'
/** A desktop that ends with an error so soon has not come up. */
const UP_MS = 20_000

/** @returns the exit code, or why the desktop did not come up */
function openDesktop(electron: string): Promise<number | string> {
  const startedMs = performance.now()
  let isEnding = false
  const child = spawn(
    electron,
    [root, ...(profile === undefined ? [] : [`--user-data-dir=${profile}`]), ...args],
    { stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isEnding = true
      child.kill(signal)
    })
  return new Promise((done) => {
    child.once('error', (error) => {
      done(error.message)
    })
    child.once('exit', (code, signal) => {
      const cameUp = isEnding || code === 0 || performance.now() - startedMs > UP_MS
      done(cameUp ? (code ?? 1) : `the desktop ended with ${signal ?? code ?? 'an error'}`)
    })
  })
}

/** @param opens whether a browser can show the console here */
async function serveWithoutWindow(why: string, opens: boolean): Promise<void> {
  console.log(`No window: ${why}\nThe server runs without one. The console is at the address below.`)
  await serveHere(['--port', PORT, ...(opens ? ['--open'] : []), ...args])
}

await ensureBuild()
const { args, profile } = announceDemo(process.argv.slice(2))
const blocked = whyNoWindow(process.platform, process.env, process.getuid?.() === 0)
const runtime: Runtime = blocked === undefined ? await findElectron() : { missing: blocked }
const ended = 'path' in runtime ? await openDesktop(runtime.path) : runtime.missing
if (typeof ended === 'number') process.exitCode = ended
else await serveWithoutWindow(ended, blocked === undefined)
