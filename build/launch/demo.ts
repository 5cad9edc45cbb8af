import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Letters and digits that nobody takes for another one. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD = 'PULSEKEY_OWNER_PASSWORD'

export interface DemoStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The lines that a person must read, in capital letters. */
  readonly lines: readonly string[]
  /** A folder that is deleted when the server has ended. */
  readonly throwAway: string | undefined
}

/**
 * The start of a server for trying: `--demo`. Without `--data` its data is in a folder that is thrown away. It listens on this
 * machine alone and on a free port, so that it can run beside a real server. @returns undefined for any other start
 */
export function demoStart(args: readonly string[], env: NodeJS.ProcessEnv): DemoStart | undefined {
  if (!args.includes('--demo')) return undefined
  const names = (name: string) => args.some((arg) => arg === name || arg.startsWith(`${name}=`))
  const throwAway = names('--data') ? undefined : mkdtempSync(join(tmpdir(), 'pulsekey-demo-'))
  const given = env[PASSWORD] ?? ''
  const password = given === '' ? `try-${letters(4)}-${letters(4)}-${letters(4)}` : given
  return {
    args: [
      ...args,
      ...(throwAway === undefined ? [] : ['--data', throwAway]),
      ...(names('--port') ? [] : ['--port', '0']),
      ...(names('--host') ? [] : ['--host', '127.0.0.1']),
    ],
    env: { [PASSWORD]: password },
    lines: [
      'DEMO: this server is for trying. 24 demo accounts trade on its board.',
      throwAway === undefined
        ? 'DEMO: its data stays in the folder of --data.'
        : `DEMO: its data is in ${throwAway}, and is DELETED when the server ends.`,
      given === ''
        ? `DEMO: sign in as owner, password ${password} (a folder of an earlier start keeps its own)`
        : `DEMO: sign in as owner, with the password of ${PASSWORD}`,
    ],
    throwAway,
  }
}

function dataOf(args: readonly string[]): string {
  const at = args.indexOf('--data')
  if (at >= 0) return args[at + 1] ?? ''
  return args.find((arg) => arg.startsWith('--data='))?.slice('--data='.length) ?? ''
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

/**
 * Says what the start is, sets the password, and deletes the data when this process ends.
 * @returns the arguments, and the folder of the window's own settings, so that it opens beside a real one
 */
export function announceDemo(args: readonly string[]): {
  readonly args: readonly string[]
  readonly profile: string | undefined
} {
  const demo = demoStart(args, process.env)
  if (demo === undefined) return { args, profile: undefined }
  Object.assign(process.env, demo.env)
  for (const line of demo.lines) console.log(line)
  const { throwAway } = demo
  if (throwAway !== undefined)
    process.on('exit', () => {
      rmSync(throwAway, { recursive: true, force: true })
    })
  return { args: demo.args, profile: join(throwAway ?? dataOf(args), 'desktop') }
}
