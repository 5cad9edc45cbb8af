import process from 'node:process'
import { guarded } from '../contract/guarded.ts'
import { createLineWriter } from './adapters/line-writer.ts'
import { parseArguments, USAGE } from './arguments.ts'
import { describeFolder } from './data-folder/settle-folder.ts'
import { placeData } from './data-folder/place-data.ts'
import { endProcess } from './end-process.ts'
import { describeFailure } from './describe-failure.ts'
import { placesFrom } from './places.ts'
import { describeAddress } from './describe-address.ts'
import { describeLock } from './locked-text.ts'
import { machineKeyFile } from './machine-key.ts'
import { writeRecoverySheet } from './recovery-sheet.ts'
import { openInBrowser } from './open-in-browser.ts'
import { machineKeyPlaces, run, type PlacedArguments, type Started } from './run.ts'

/** The headless server: `npm run serve -- --data DIR --port N`. */

/** The time in which a balancer learns that a copy stops, seconds. */
const DRAIN_SECONDS = 5

const write = createLineWriter(process.stdout)
const print = (line: string) => {
  write(`${line}\n`)
}

/** A balancer sends calls to other copies before this one closes its doors. A second signal ends at once. */
function stopOnSignals({ server, log }: Started, drainSeconds: number): void {
  let stopping = false
  let draining = false
  const stop = guarded(log, 'signal', () => {
    if (stopping) return
    stopping = true
    endProcess(server, 0)
  })
  const drain = guarded(log, 'signal', () => {
    if (drainSeconds === 0 || draining) {
      stop()
      return
    }
    draining = true
    server.drain()
    log.info('server.draining', { seconds: drainSeconds })
    setTimeout(stop, drainSeconds * 1000)
  })
  process.on('SIGTERM', drain)
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Tells about the seal of the stored secrets what the person needs to know. Never the recovery key itself: a service's output is a log. */
async function printSecrets({ server, sealing, folder }: Started, args: PlacedArguments): Promise<void> {
  const { store } = server.stores
  if (sealing.isLocked) print(await describeLock(store, machineKeyFile(machineKeyPlaces(args, folder))))
  const sheet = sealing.isNew ? await writeRecoverySheet(folder, store, sealing) : undefined
  if (sheet === undefined) return
  print(
    `The recovery key of this server is in ${sheet}. Store it away from this machine, then delete the file`,
  )
}

function fail(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`)
  if (error instanceof Error && error.message.startsWith('--')) process.stderr.write(`${USAGE}\n`)
  process.exit(1)
}

// Files that this program makes are for its user only.
process.umask(0o077)
try {
  const { args, settled } = placeData(parseArguments(process.argv.slice(2)))
  if (settled !== undefined) for (const line of describeFolder(settled)) print(line)
  const started = await run(args, placesFrom(import.meta.dirname, import.meta.filename.endsWith('.ts')))
  stopOnSignals(started, args.drain ?? (started.isShared ? DRAIN_SECONDS : 0))
  started.server.loaded.catch(fail)
  await printSecrets(started, args)
  if (started.setupUrl !== undefined) {
    const which = args.recoverOwner ? ', once and within an hour,' : ', once,'
    print(`Set the owner's password${which} at ${started.setupUrl}`)
  }
  const { publicUrl, consoleUrl, publicAddress } = started.server
  print(`ready public=${publicUrl} console=${consoleUrl}`)
  for (const line of describeAddress(publicAddress)) print(line)
  // The address of a first start has a secret, which other users of the machine would see in the list of processes.
  if (args.open && started.setupUrl === undefined) openInBrowser(`${consoleUrl}/console/`)
} catch (error) {
  fail(error)
}
