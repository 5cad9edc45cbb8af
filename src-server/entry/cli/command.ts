import type { Random } from '../../contract/ports.ts'
import type { MachineKeyPlaces } from '../machine-key.ts'
import type { Places } from '../run.ts'

/**
 * 0: done, and nothing is wrong. 1: done, and something needs attention. 2: not done, or the data can't be used as it
 * is.
 */
export type ExitCode = 0 | 1 | 2

export interface Outcome {
  readonly exit: ExitCode
  /** For people. */
  readonly lines: readonly string[]
  /** The same for machines. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** The values of the command line that commands read. */
export interface CommandOptions {
  /** The absolute path of the data folder. */
  readonly folder: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly backup: string | undefined
  readonly passwordStdin: boolean
  readonly removeTotp: boolean
  readonly giveUp: boolean
  /** The move of the data to another engine. */
  readonly move: {
    readonly storeFile: string | undefined
    readonly telemetryStoreFile: string | undefined
    readonly again: boolean
    readonly force: boolean
  }
  /** The import of another system's data, as written. */
  readonly bring: {
    readonly system: string
    readonly app: string | undefined
    readonly check: boolean
    readonly answers: readonly string[]
    readonly codes: string
  }
}

/** What a command gets from the process. */
export interface CommandHost {
  readonly places: Places
  readonly version: string
  readonly machineKey: MachineKeyPlaces
  readonly random: Random
  /** Unix seconds. */
  readonly now: () => number
  readonly pid: number
  /** Shows a line at once, while the command works. Nothing where machines read the output. */
  say(line: string): void
  /** Reads a secret from standard input. On a terminal it asks for it, without an echo. */
  askSecret(question: string): Promise<string>
}

export type Command = (options: CommandOptions, host: CommandHost) => Promise<Outcome>

/** A command can't be done. Nothing has changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

export function outcome(exit: ExitCode, lines: readonly string[], facts: Outcome['facts'] = {}): Outcome {
  return { exit, lines, facts }
}
