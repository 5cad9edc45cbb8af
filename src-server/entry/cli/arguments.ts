import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isStoreName } from '../store-place.ts'
import type { CommandOptions } from './command.ts'

export const COMMANDS = [
  'doctor',
  'verify',
  'backup',
  'restore',
  'reset-owner',
  'rotate-keys',
  'take-data',
  'move-in',
  'bring-over',
  'move',
] as const
export type CommandName = (typeof COMMANDS)[number]

export const CLI_USAGE = `npm run cli -- COMMAND [--data DIR] [--json] [--machine-key FILE]

  doctor                                      looks at everything that a start needs; changes nothing
  verify [--backup DIR]                       checks every page, the audit log and the sealed secrets; changes nothing
  backup [--to DIR]                           copies the data and checks the copy, also beside a running server
  restore --from DIR                          puts a backup in place of the data, which is kept aside
  reset-owner [--password-stdin] [--remove-totp]  gives the owner another password
  rotate-keys [--give-up]                     seals all stored secrets by a new key, and makes a new recovery key
  take-data --from DIR                        moves the data of another folder here; the data that was here is set aside
  move-in --from DIR                          puts the data of a server that moves here into an empty folder
  bring-over --system NAME --from FILE [--check] [--app NUMBER] [--answer NUMBER=WHAT] [--codes keep|replace]
                                              brings the data of another licence system over; --check changes nothing
  move --from DIR --to postgres               moves the data of a stopped server to PostgreSQL; --from postgres --to DIR, back
       [--store-file FILE] [--telemetry-store-file FILE] [--again] [--force]

A recovery key and a password are read from standard input, never from the command line.
Exit codes: 0 done, nothing is wrong; 1 done, something needs attention; 2 not done, or the data can't be used so.`

/** Which options a command takes, besides those of all. */
const OWN: Readonly<Record<CommandName, readonly string[]>> = {
  doctor: [],
  verify: ['backup'],
  backup: ['to'],
  restore: ['from'],
  'reset-owner': ['password-stdin', 'remove-totp'],
  'rotate-keys': ['give-up'],
  'take-data': ['from'],
  'move-in': ['from'],
  'bring-over': ['from', 'system', 'check', 'app', 'answer', 'codes'],
  move: ['from', 'to', 'store-file', 'telemetry-store-file', 'again', 'force'],
}

export interface CliArguments {
  readonly command: CommandName
  readonly json: boolean
  readonly machineKey: string | undefined
  readonly options: CommandOptions
}

/**
 * @param usualFolder this user's data folder, where the command line names none
 * @throws Error that says what is wrong with the command line
 */
export function parseCli(args: readonly string[], usualFolder: () => string): CliArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
      'machine-key': { type: 'string' },
      backup: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      'remove-totp': { type: 'boolean', default: false },
      'give-up': { type: 'boolean', default: false },
      system: { type: 'string' },
      check: { type: 'boolean', default: false },
      app: { type: 'string' },
      answer: { type: 'string', multiple: true },
      codes: { type: 'string' },
      'store-file': { type: 'string' },
      'telemetry-store-file': { type: 'string' },
      again: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  })
  const command = COMMANDS.find((name) => name === positionals[0])
  if (command === undefined || positionals.length > 1)
    throw new Error(`Name one command: ${COMMANDS.join(', ')}`)
  if (values.data === '') throw new Error('--data DIR is missing')
  const foreign = Object.entries(values)
    .filter(
      ([name, value]) => value !== false && !['data', 'json', 'machine-key', ...OWN[command]].includes(name),
    )
    .map(([name]) => `--${name}`)
  if (foreign.length > 0) throw new Error(`${command} has no option ${foreign.join(', ')}`)
  return {
    command,
    json: values.json,
    machineKey: values['machine-key'],
    options: {
      folder: resolve((command === 'move' ? folderOf(values) : values.data) ?? usualFolder()),
      from: values.from,
      to: values.to,
      backup: values.backup,
      passwordStdin: values['password-stdin'],
      removeTotp: values['remove-totp'],
      giveUp: values['give-up'],
      move: {
        storeFile: values['store-file'],
        telemetryStoreFile: values['telemetry-store-file'],
        again: values.again,
        force: values.force,
      },
      bring: {
        system: values.system ?? '',
        app: values.app,
        check: values.check,
        answers: values.answer ?? [],
        codes: values.codes ?? 'keep',
      },
    },
  }
}

/** The side of a move that is a folder. */
function folderOf({ from, to }: { readonly from?: string; readonly to?: string }): string | undefined {
  return [from, to].find((side) => side !== undefined && !isStoreName(side))
}
