import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SERVER_FLAGS } from '../../../build/launch/server-flags.ts'
import { findServerProgram } from '../../support/server-program.ts'
import { untilLoaded } from '../../support/until-loaded.ts'

export interface StartedProcess {
  readonly pid: number
  /** SIGTERM, then waits for the end. */
  stop(): Promise<void>
  /** SIGKILL, then waits for the end. */
  kill(): Promise<void>
  /** The last lines of standard error. */
  errors(): string
}

export interface StartedServer extends StartedProcess {
  readonly public: URL
  readonly console: URL
}

export const OWNER_PASSWORD = 'bench-owner-password'

const KEPT_ERRORS = 8000

/** Runs a TypeScript file in this Node and waits for a line of standard output that `ready` matches. */
export async function startProcess(
  file: string,
  args: readonly string[],
  ready: RegExp,
  { env = {}, nodeArgs = [] }: { env?: Record<string, string>; nodeArgs?: readonly string[] } = {},
): Promise<StartedProcess & { readonly line: RegExpMatchArray }> {
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  // A child never outlives this process.
  const dieTogether = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', dieTogether)
  child.once('exit', () => process.off('exit', dieTogether))
  let output = ''
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_ERRORS)
  })
  const line = await new Promise<RegExpMatchArray>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(
        new Error(`${file} ended with ${String(code ?? signal)} before it was ready:\n${errors}${output}`),
      )
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_ERRORS)
      const found = ready.exec(output)
      if (found !== null) resolve(found)
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    line,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    errors: () => errors,
  }
}

/** The real server, headless, on free ports. */
export async function startServer(
  dataDir: string,
  {
    env = {},
    nodeArgs = [],
    awaitsLoad = true,
  }: { env?: Record<string, string>; nodeArgs?: readonly string[]; awaitsLoad?: boolean } = {},
): Promise<StartedServer> {
  const args = ['--data', dataDir, '--port', '0', '--host', '127.0.0.1']
  const started = await startProcess(findServerProgram(), args, /^ready public=(\S+) console=(\S+)$/m, {
    env: { PULSEKEY_OWNER_PASSWORD: OWNER_PASSWORD, ...env },
    nodeArgs: [...SERVER_FLAGS, ...nodeArgs],
  })
  const [, publicUrl = '', consoleUrl = ''] = started.line
  if (awaitsLoad) await untilLoaded(consoleUrl)
  return { ...started, public: new URL(publicUrl), console: new URL(consoleUrl) }
}
