import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { parseCli, type CommandName } from '../../src-server/entry/cli/arguments.ts'
import { runCommand, writeOutcome } from '../../src-server/entry/cli/run-command.ts'
import { placesFrom } from '../../src-server/entry/places.ts'
import { findServerFile } from './server-program.ts'

const ENTRY = join(resolve(import.meta.dirname, '../..'), 'src-server/entry')

export interface CliRun {
  readonly exit: number
  readonly out: string
  readonly err: string
  /** The parsed output of a run with --json. */
  readonly facts: Readonly<Record<string, unknown>>
}

const run = (exit: number, out: string, err: string, args: readonly string[]): CliRun => ({
  exit,
  out,
  err,
  facts: args.includes('--json') ? (JSON.parse(out) as CliRun['facts']) : {},
})

/** Runs a command of the command line on a data folder, in this process. @param input standard input */
export async function runCli(
  command: CommandName,
  folder: string,
  args: readonly string[] = [],
  input = '',
): Promise<CliRun> {
  const parsed = parseCli([command, '--data', folder, ...args], () => folder)
  const outcome = await runCommand(parsed, {
    places: placesFrom(ENTRY, true),
    version: 'test',
    machineKey: { folder },
    random: cryptoRandom,
    now: () => Math.floor(Date.now() / 1000),
    pid: process.pid,
    say: () => undefined,
    askSecret: () => Promise.resolve(input.split('\n')[0] ?? ''),
  })
  const { text: written, isError } = writeOutcome(parsed, outcome)
  return run(outcome.exit, isError ? '' : written, isError ? written : '', args)
}

/** The same in a process of its own. */
export async function runCliProcess(args: readonly string[], input = ''): Promise<CliRun> {
  const child = spawn(process.execPath, [findServerFile('entry/cli.ts'), ...args])
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return run(child.exitCode ?? -1, out, err, args)
}
