import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

const SCRIPT = join(import.meta.dirname, '../../../out/main/serve.js')

/** The built server as its user starts it: a separate process on an empty data folder. */
export interface ServedConsole {
  readonly publicUrl: string
  readonly consoleUrl: string
  /** The address at which the owner's first password is set. */
  readonly setupUrl: string
  /** Asks it to stop and deletes its data. @returns its exit code */
  stop(): Promise<number | null>
}

export async function serveConsole(): Promise<ServedConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-e2e-'))
  const child = spawn(process.execPath, [SCRIPT, '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const setup = new RegExp('at (http://\\S+)$')
  const ready = new RegExp('^ready public=(\\S+) console=(\\S+)$')
  let setupUrl = ''
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    setupUrl = setup.exec(line)?.[1] ?? setupUrl
    const [, publicUrl, consoleUrl] = ready.exec(line) ?? []
    if (publicUrl === undefined || consoleUrl === undefined) continue
    child.stdout.resume()
    return { publicUrl, consoleUrl, setupUrl, stop: () => stop(child, folder) }
  }
  await stop(child, folder)
  throw new Error(`the server did not start:\n${said.join('\n')}`)
}

async function stop(child: ChildProcess, folder: string): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  rmSync(folder, { recursive: true, force: true })
  return child.exitCode
}
