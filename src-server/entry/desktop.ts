import process from 'node:process'
import { parseArguments } from './arguments.ts'
import type { RunningServer } from './compose.ts'
import { describeFailure, findPortFailure } from './describe-failure.ts'
import type { DesktopSummary } from './desktop-summary.ts'
import { placesFrom } from './places.ts'
import { run } from './run.ts'

/** The server inside the desktop application: Electron's utility process, owned and watched by the main process. */

/** What the main process is told. */
type ToMain =
  | { type: 'ready'; publicUrl: string; consoleUrl: string; setupUrl?: string }
  | { type: 'failed'; message: string; reason?: 'port_taken' | 'port_denied'; port?: number }
  /** The answer to `ping`. */
  | { type: 'pong' }
  /** Every few seconds: what the tray shows. The public address may have moved. */
  | ({ type: 'state'; publicUrl: string } & DesktopSummary)

/** The part of Electron's parent port that is used; absent when this file runs in plain Node. */
interface ParentPort {
  postMessage(message: ToMain): void
  on(event: 'message', listener: (message: { data: unknown }) => void): void
}

const STATE_MS = 3_000

const { parentPort } = process as typeof process & { parentPort?: ParentPort }
if (parentPort === undefined) throw new Error('desktop.ts runs in a utility process; headless, run serve.ts')

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}

function answerMain(port: ParentPort, server: RunningServer): void {
  port.on('message', ({ data }) => {
    switch (typeOf(data)) {
      case 'ping':
        port.postMessage({ type: 'pong' })
        break
      case 'resumed':
        server.resumed()
        break
      case 'stop':
        server.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        )
    }
  })
}

/** A look that fails is told the next time: while a backup is restored there are no accounts to count. */
function tellState(port: ParentPort, server: RunningServer): void {
  const tell = async () => {
    port.postMessage({ type: 'state', publicUrl: server.publicUrl, ...(await server.summarize()) })
  }
  const turn = () => void tell().catch(() => undefined)
  setInterval(turn, STATE_MS)
  turn()
}

try {
  const args = parseArguments(process.argv.slice(2))
  const { server, setupUrl } = await run(
    args,
    placesFrom(import.meta.dirname, import.meta.filename.endsWith('.ts')),
  )
  answerMain(parentPort, server)
  const { publicUrl, consoleUrl } = server
  parentPort.postMessage({
    type: 'ready',
    publicUrl,
    consoleUrl,
    ...(setupUrl !== undefined && { setupUrl }),
  })
  tellState(parentPort, server)
} catch (error) {
  const { reason, port } = findPortFailure(error) ?? {}
  parentPort.postMessage({
    type: 'failed',
    message: describeFailure(error),
    ...(reason !== undefined && { reason }),
    ...(port !== undefined && { port }),
  })
  process.exitCode = 1
}
