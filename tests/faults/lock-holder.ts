import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import Database from 'better-sqlite3'

/** Another program that holds the write lock of a database, as a database browser does. */
export class LockHolder {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async hold(file: string): Promise<LockHolder> {
    const child = spawn(process.execPath, [import.meta.filename, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // It never outlives the tests, even when one fails.
    process.once('exit', () => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return new LockHolder(child)
  }

  async release(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

if (process.argv[1] === import.meta.filename) {
  const db = new Database(process.argv[2] ?? '', { timeout: 10_000 })
  db.exec('BEGIN IMMEDIATE')
  process.stdout.write('held\n')
  // The lock lasts until this process is killed.
  setInterval(() => db.inTransaction, 1000)
}
