import { describeFailure } from '../describe-failure.ts'
import type { CliArguments, CommandName } from './arguments.ts'
import { backup } from './backup.ts'
import { outcome, type Command, type CommandHost, type Outcome } from './command.ts'
import { bringOver } from './bring-over.ts'
import { doctor } from './doctor.ts'
import { move } from './move.ts'
import { moveIn } from './move-in.ts'
import { resetOwner } from './reset-owner.ts'
import { restore } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { takeData } from './take-data.ts'
import { verify } from './verify.ts'

const RUN: Readonly<Record<CommandName, Command>> = {
  doctor,
  verify,
  backup,
  restore,
  'reset-owner': resetOwner,
  'rotate-keys': rotateKeys,
  'take-data': takeData,
  'move-in': moveIn,
  'bring-over': bringOver,
  move,
}

/** Runs a command. A failure is an outcome too: exit code 2 and its text. */
export async function runCommand({ command, options }: CliArguments, host: CommandHost): Promise<Outcome> {
  try {
    return await RUN[command](options, host)
  } catch (error) {
    const message = describeFailure(error)
    return outcome(2, [message], { error: message })
  }
}

/** The text for standard output, or for standard error where the command failed. */
export function writeOutcome(
  { command, json }: CliArguments,
  { exit, lines, facts }: Outcome,
): { readonly text: string; readonly isError: boolean } {
  const text = json ? JSON.stringify({ command, exit, ...facts }) : lines.join('\n')
  return { text: `${text}\n`, isError: !json && 'error' in facts }
}
