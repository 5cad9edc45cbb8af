import { execFile } from 'node:child_process'
import process from 'node:process'

const COMMAND_MS = 8000
const LONGEST = 4 * 1024 * 1024

/** The end of a command. `missing`: there is no such program. */
export type CommandEnd = { readonly code: number; readonly output: string } | { readonly missing: true }

export type RunCommand = (command: string, args: readonly string[]) => Promise<CommandEnd>

/** Runs a command of the system to its end. Never throws. */
export const runCommand: RunCommand = (command, args) =>
  new Promise((resolve) => {
    execFile(
      command,
      args,
      {
        timeout: COMMAND_MS,
        maxBuffer: LONGEST,
        windowsHide: true,
        env: { ...process.env, LC_ALL: 'C', PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, output: stdout })
        else if (error.code === 'ENOENT') resolve({ missing: true })
        else resolve({ code: typeof error.code === 'number' ? error.code : 1, output: `${stdout}${stderr}` })
      },
    )
  })
