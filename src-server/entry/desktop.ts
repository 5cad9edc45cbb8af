import process from 'node:process'
import { guarded } from '../contract/guarded.ts'
import { withoutSlash, type Reach } from '../contract/public-address.ts'
import { parseArguments } from './arguments.ts'
import type { RunningServer } from './start-server.ts'
import { endProcess } from './end-process.ts'
import { describeFailure, describeFailureInChinese, findPortFailure } from './describe-failure.ts'
import type { DesktopSummary } from './desktop-summary.ts'
import { placeData } from './data-folder/place-data.ts'
import { describeFolder, type OtherData } from './data-folder/settle-folder.ts'
import { Inbox } from './inbox.ts'
import { placesFrom } from './places.ts'
import { run, type Started } from './run.ts'

/** The server inside the desktop application: Electron's utility process, owned and watched by the main process. */

/** Messages to the main process. */
type ToMain =
  | {
      type: 'ready'
      publicUrl: string
      publicReach: Reach
      consoleUrl: string
      setupUrl?: string
      /** The data folder. */
      data: string
      /** Folders with other data, which this server does not use. */
      otherData: readonly OtherData[]
    }
  | {
      type: 'failed'
      message: string
      /** The same in Chinese. */
      messageZh?: string
      reason?: 'port_taken' | 'port_denied'
      port?: number
      data?: string
    }
  /** Asks for this machine's key. The answer is `machine_key`. */
  | { type: 'machine_key_wanted' }
  /** The answer to `ping`. */
  | { type: 'pong' }
  /** The answer to `back_up`: whether the data is copied now. */
  | { type: 'backed_up'; id: number; ok: boolean }
  /** Every few seconds: what the tray shows. The public address may have moved. */
  | ({ type: 'state'; publicUrl: string; publicReach: Reach } & DesktopSummary)

/** The part of Electron's parent port that is used; absent when this file runs in plain Node. */
interface ParentPort {
  postMessage(message: ToMain): void
  on(event: 'message', listener: (message: { data: unknown }) => void): void
}

const STATE_MS = 3_000

const { parentPort }: { readonly parentPort?: ParentPort } = process as object
if (parentPort === undefined) throw new Error('desktop.ts runs in a utility process; headless, run serve.ts')

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}

/** The id that the answer to this message repeats. */
function idOf(data: unknown): number | undefined {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
  return typeof id === 'number' ? id : undefined
}

function addressOf({ publicAddress: { url, reach } }: RunningServer) {
  return { publicUrl: withoutSlash(url), publicReach: reach }
}

async function backUp(server: RunningServer): Promise<boolean> {
  try {
    await server.backUp()
    return true
  } catch (error) {
    process.stderr.write(`No backup could be made before the update: ${describeFailure(error)}\n`)
    return false
  }
}

/**
 * This machine's key from the keychain of the desktop. A message carries it: arguments and the environment of a process
 * are visible to others.
 */
async function askMachineKey(port: ParentPort, inbox: Inbox): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  inbox.handle((data) => {
    const type = typeOf(data)
    // Nothing is open yet.
    if (type === 'stop') process.exit(0)
    if (type !== 'machine_key') return
    inbox.pause()
    const key = typeof data === 'object' && data !== null && 'key' in data ? data.key : undefined
    resolve(typeof key === 'string' ? key : undefined)
  })
  port.postMessage({ type: 'machine_key_wanted' })
  return promise
}

function answerMain(port: ParentPort, inbox: Inbox, { server, log }: Started): void {
  const answer = guarded(log, 'message', (data: unknown) => {
    const id = idOf(data)
    switch (typeOf(data)) {
      case 'back_up':
        if (id !== undefined) {
          void backUp(server).then((ok) => {
            port.postMessage({ type: 'backed_up', id, ok })
          })
        }
        break
      case 'ping':
        port.postMessage({ type: 'pong' })
        break
      case 'resumed':
        server.resumed()
        break
      case 'stop':
        endProcess(server, 0)
    }
  })
  inbox.handle(answer)
}

/** A summary that fails is skipped until the next turn: during a restore no accounts can be counted. */
function sendState(port: ParentPort, server: RunningServer): void {
  const send = async () => {
    port.postMessage({
      type: 'state',
      ...addressOf(server),
      ...(await server.summarize()),
    })
  }
  const turn = () => void send().catch(() => undefined)
  // eslint-disable-next-line local/guarded-callbacks -- `turn` catches its errors
  setInterval(turn, STATE_MS)
  turn()
}

function sendFailure(port: ParentPort, error: unknown): void {
  const { reason, port: taken } = findPortFailure(error) ?? {}
  const messageZh = describeFailureInChinese(error)
  port.postMessage({
    type: 'failed',
    message: describeFailure(error),
    ...(messageZh !== undefined && { messageZh }),
    ...(reason !== undefined && { reason }),
    ...(taken !== undefined && { port: taken }),
    ...(folder !== undefined && { data: folder }),
  })
}

// Files that this program makes are for its user only.
process.umask(0o077)
const inbox = new Inbox(parentPort)
let folder: string | undefined
try {
  const given = parseArguments(process.argv.slice(2))
  const keychain = await askMachineKey(parentPort, inbox)
  const places = placesFrom(import.meta.dirname, import.meta.filename.endsWith('.ts'))
  const { args, settled } = placeData(given)
  folder = args.data
  if (settled !== undefined) for (const line of describeFolder(settled)) process.stderr.write(`${line}\n`)
  const started = await run(args, places, keychain)
  answerMain(parentPort, inbox, started)
  const { server, setupUrl } = started
  const { consoleUrl } = server
  parentPort.postMessage({
    type: 'ready',
    ...addressOf(server),
    consoleUrl,
    ...(setupUrl !== undefined && { setupUrl }),
    data: started.folder,
    otherData: settled?.others ?? [],
  })
  sendState(parentPort, server)
  server.loaded.catch((error: unknown) => {
    sendFailure(parentPort, error)
    endProcess(server, 1)
  })
} catch (error) {
  sendFailure(parentPort, error)
  process.exitCode = 1
}
