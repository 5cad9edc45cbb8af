import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findServerProgram } from './server-program.ts'
import { untilLoaded } from './until-loaded.ts'

/** The real program, `serve.ts`, on a data folder, with its listeners on free ports of the loopback. */
export class ServerProgram {
  out = ''
  errors = ''
  readonly child: ChildProcess
  /** Exit code. */
  readonly ended: Promise<number | null>

  /** @param program the file of the server, where it is another one than this version's */
  constructor(
    folder: string,
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
    program = findServerProgram(),
  ) {
    this.child = spawn(
      process.execPath,
      [program, '--data', folder, '--host', '127.0.0.1', '--port', '0', ...args],
      { env: { ...process.env, ...env } },
    )
    this.child.stdout!.on('data', (text: Buffer) => (this.out += text.toString()))
    this.child.stderr!.on('data', (text: Buffer) => (this.errors += text.toString()))
    this.ended = once(this.child, 'close').then(([code]) => code as number | null)
  }

  /** Waits until all accounts are loaded. */
  async ready(): Promise<{ public: string; console: string }> {
    const addresses = await this.listening()
    await untilLoaded(addresses.console)
    return addresses
  }

  /** Waits for the ready line; the test's own time is the limit. */
  async listening(): Promise<{ public: string; console: string }> {
    for (;;) {
      const line = /^ready public=(\S+) console=(\S+)$/m.exec(this.out)
      if (line !== null) return { public: line[1]!, console: line[2]! }
      const ended = this.ended.then(() => 'ended')
      if ((await Promise.race([once(this.child.stdout!, 'data'), ended])) === 'ended')
        throw new Error(this.errors)
    }
  }

  /** @returns its exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.ended
  }
}
