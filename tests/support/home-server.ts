import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { ConsoleClient } from './console-client.ts'
import type { HomeNetwork } from './namespaces.ts'
import { findServerProgram } from './server-program.ts'

const PASSWORD = 'correct horse battery'
const CONSOLE_PORT = 9090
export const HOME_PORT = 8787

/** The real program on the host `home` of a network, and its owner, who is there too. */
export class HomeServer {
  log = ''
  readonly #child: ChildProcess
  readonly #console: string
  readonly #ready: Promise<void>

  private constructor(network: HomeNetwork, folder: string, console: string) {
    this.#console = console
    const listen = ['--host', '0.0.0.0', '--port', String(HOME_PORT), '--console-port', String(CONSOLE_PORT)]
    this.#child = network.start(
      'home',
      process.execPath,
      [findServerProgram(), '--data', folder, ...listen],
      { PULSEKEY_OWNER_PASSWORD: PASSWORD },
    )
    this.#ready = new Promise((resolve, reject) => {
      this.#child.stdout?.on('data', (text: Buffer) => {
        if (text.toString().includes('ready ')) resolve()
      })
      this.#child.once('close', () => {
        reject(new Error(`the server ended: ${this.log}`))
      })
    })
    this.#child.stderr?.on('data', (text: Buffer) => (this.log += text.toString()))
  }

  /**
   * Starts the program, and waits until it is ready. The test's own time is the limit.
   * @param console the forwarded address of its console: `consoleOf`
   */
  static async start(
    network: HomeNetwork,
    console: string,
    folder = mkdtempSync(join(network.folder, 'data-')),
  ): Promise<HomeServer> {
    const server = new HomeServer(network, folder, console)
    await server.#ready
    return server
  }

  /** A port of this machine that leads to the console of the server at home. */
  static consoleOf(network: HomeNetwork): Promise<string> {
    return network.forward('home', { host: '127.0.0.1', port: CONSOLE_PORT })
  }

  signIn(): Promise<ConsoleClient> {
    return ConsoleClient.signIn(this.#console, 'owner', PASSWORD)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    // `ip netns exec` becomes the program, so the signal reaches the server itself.
    this.#child.kill(signal)
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close')
  }
}
