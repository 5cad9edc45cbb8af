import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { whoRunsIt } from '../../support/postgres/cluster.ts'
import type { MachineFiles } from './cluster-files.ts'
import { familyOf, Program, signalAll } from './program.ts'

/** A machine with PostgreSQL under Patroni, and its HAProxy and its etcd. */
export class DatabaseMachine {
  readonly files: MachineFiles
  #patroni: Program | undefined

  constructor(files: MachineFiles) {
    this.files = files
  }

  /** Starts Patroni where it does not run. */
  startPatroni(): void {
    if (this.#patroni?.isRunning === true) return
    const { root } = this.files
    this.#patroni = new Program('/usr/bin/patroni', [join(root, 'etc/patroni/config.yml')], {
      log: join(root, 'patroni.log'),
      ...whoRunsIt(),
    })
  }

  /** The status of Patroni's answer. @returns undefined where it gives none */
  async status(path: string): Promise<number | undefined> {
    const { address, root } = this.files
    const ca = readFileSync(join(root, 'etc/ssl/certs/cluster-ca.crt'))
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    const asked = request(
      { host: address, port: 8008, path, method: 'OPTIONS', ca, timeout: 2000 },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => {
      resolve(undefined)
    })
    asked.end()
    return promise
  }

  /** The server of PostgreSQL. @returns undefined where none runs */
  get postmaster(): number | undefined {
    const file = join(this.files.root, 'var/lib/postgresql/15/pulsekey/postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  }

  /** PostgreSQL's processes alone. */
  get #postgres(): number[] {
    return this.postmaster === undefined ? [] : familyOf(this.postmaster)
  }

  /** Kills PostgreSQL. Patroni lives. */
  crashPostgres(): void {
    signalAll(this.#postgres, 'SIGKILL')
  }

  /** Kills PostgreSQL and Patroni, as the end of the machine does. */
  async crash(): Promise<undefined> {
    const postgres = this.#postgres
    await this.#patroni?.end('SIGKILL')
    signalAll(postgres, 'SIGKILL')
  }

  /** Stops PostgreSQL and Patroni, as a host that freezes a virtual machine. @returns lets them go on */
  freeze(): () => void {
    const pid = this.#patroni?.child.pid
    const all = [...(pid === undefined ? [] : familyOf(pid)), ...this.#postgres]
    signalAll(all, 'SIGSTOP')
    return () => {
      signalAll(all, 'SIGCONT')
    }
  }

  async end(): Promise<void> {
    const postgres = this.#postgres
    signalAll(postgres, 'SIGCONT')
    await this.#patroni?.end('SIGKILL')
    signalAll(postgres, 'SIGKILL')
  }
}
