import { statSync } from 'node:fs'
import process from 'node:process'
import { cryptoRandom, systemClock } from './adapters/system.ts'
import { CLI_USAGE, parseCli, type CliArguments } from './cli/arguments.ts'
import { askSecret } from './cli/ask-secret.ts'
import { runCommand, writeOutcome } from './cli/run-command.ts'
import { findDataFolder } from './data-folder/settle-folder.ts'
import { placesOfThisUser } from './data-folder/user-places.ts'
import { describeFailure } from './describe-failure.ts'
import { placesFrom } from './places.ts'
import { machineKeyPlaces, readVersion } from './run.ts'

/** Care of a data folder without a window: `npm run cli -- COMMAND --data DIR`. */
function parse(): CliArguments | undefined {
  try {
    return parseCli(process.argv.slice(2), () => findDataFolder(placesOfThisUser()))
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n\n${CLI_USAGE}\n`)
    return undefined
  }
}

/**
 * Root acts as the owner of the data folder, so that the server can use every file that a command makes. The owner of a
 * service's folder often has no name to sign in with.
 */
function becomeOwnerOf(folder: string): void {
  if (process.geteuid?.() !== 0) return
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner === undefined || owner.uid === 0) return
  process.setegid?.(owner.gid)
  process.seteuid?.(owner.uid)
}

// Files that this program makes are for its user only.
process.umask(0o077)
const args = parse()
if (args === undefined) process.exitCode = 2
else {
  const places = placesFrom(import.meta.dirname, import.meta.filename.endsWith('.ts'))
  const version = readVersion(places.root)
  becomeOwnerOf(args.options.folder)
  const outcome = await runCommand(args, {
    places,
    version,
    machineKey: machineKeyPlaces(args, args.options.folder),
    random: cryptoRandom,
    now: () => systemClock.now(),
    pid: process.pid,
    say: (line) => {
      if (!args.json) process.stdout.write(`${line}\n`)
    },
    askSecret,
  })
  const { text, isError } = writeOutcome(args, outcome)
  ;(isError ? process.stderr : process.stdout).write(text)
  process.exitCode = outcome.exit
}
