import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConsoleClient } from './console-client.ts'
import { freePort } from './free-port.ts'
import { ServerProgram } from './run-program.ts'
import { storedRows } from './stored-rows.ts'

const PASSWORD = 'correct horse battery'

/** The server as a process of its own on one folder and port, with a signed-in owner: for tests that kill it. */
export class KilledServer {
  readonly folder: string
  readonly port: number
  #running: { readonly program: ServerProgram; readonly client: ConsoleClient } | undefined

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  /** @param name of the test, for the folder */
  static async begin(name: string): Promise<KilledServer> {
    const server = new KilledServer(mkdtempSync(join(tmpdir(), `pulsekey-${name}-`)), await freePort())
    await server.start()
    return server
  }

  /** The owner. */
  get client(): ConsoleClient {
    if (this.#running === undefined) throw new Error('the server is killed')
    return this.#running.client
  }

  /** The address of its public interface, without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** The rows of a query of the stored data, also while the server runs or is killed. */
  rows<R>(query: string): R[] {
    return storedRows(this.folder, query)
  }

  async start(): Promise<void> {
    const program = new ServerProgram(this.folder, ['--port', String(this.port)], {
      PULSEKEY_OWNER_PASSWORD: PASSWORD,
    })
    const { console: url } = await program.ready()
    this.#running = { program, client: await ConsoleClient.signIn(url, 'owner', PASSWORD) }
  }

  async kill(): Promise<void> {
    await this.#running?.program.stop('SIGKILL')
    this.#running = undefined
  }

  /** Kills it for the last time. */
  async end(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
