import process from 'node:process'
import { parseArguments } from './arguments.ts'
import { describeFailure } from './describe-failure.ts'
import { placesFrom } from './places.ts'
import { run } from './run.ts'

/** The server inside the desktop application: Electron's utility process, owned and watched by the main process. */

/** What the main process is told. */
type ToMain =
  | { type: 'ready'; publicUrl: string; consoleUrl: string; setupUrl?: string }
  | { type: 'failed'; message: string }

/** The part of Electron's parent port that is used; absent when this file runs in plain Node. */
interface ParentPort {
  postMessage(message: ToMain): void
  on(event: 'message', listener: (message: { data: unknown }) => void): void
}

const { parentPort } = process as typeof process & { parentPort?: ParentPort }
if (parentPort === undefined) throw new Error('desktop.ts runs in a utility process; headless, run serve.ts')

try {
  const args = parseArguments(process.argv.slice(2))
  const { server, setupUrl } = await run(
    args,
    placesFrom(import.meta.dirname, import.meta.filename.endsWith('.ts')),
  )
  parentPort.on('message', ({ data }) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'stop') return
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  const { publicUrl, consoleUrl } = server
  parentPort.postMessage({
    type: 'ready',
    publicUrl,
    consoleUrl,
    ...(setupUrl !== undefined && { setupUrl }),
  })
} catch (error) {
  parentPort.postMessage({ type: 'failed', message: describeFailure(error) })
  process.exitCode = 1
}
