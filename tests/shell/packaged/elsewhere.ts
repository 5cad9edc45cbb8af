import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { vi } from 'vitest'

import { root } from '../../../build/launch/tool.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { freePort } from '../../support/free-port.ts'
import { SOON } from '../launch.ts'

/**
 * A server without a window on another machine: its console is open to the network, with a self-signed
 * certificate.
 */
export class ServerElsewhere {
  readonly origin: string
  readonly #folder: string
  readonly #port: number
  readonly #password: string
  #process: ChildProcess

  private constructor(port: number, password: string) {
    this.#port = port
    this.#password = password
    this.origin = `https://127.0.0.1:${port}`
    this.#folder = mkdtempSync(join(tmpdir(), 'pulsekey-elsewhere-'))
    chmodSync(this.#folder, 0o700)
    this.#process = this.#spawn()
  }

  #spawn(): ChildProcess {
    const { key, cert } = makeCertificate()
    writeFileSync(join(this.#folder, 'key.pem'), key)
    writeFileSync(join(this.#folder, 'cert.pem'), cert)
    const file = (name: string): string => join(this.#folder, name)
    const tls = ['--tls-cert', file('cert.pem'), '--tls-key', file('key.pem')]
    return spawn(
      process.execPath,
      [
        join(root, 'out/main/serve.js'),
        ...[
          '--data',
          file('data'),
          '--host',
          '127.0.0.1',
          '--port',
          String(this.#port),
          '--console-public',
          ...tls,
        ],
      ],
      {
        env: { ...process.env, PULSEKEY_OWNER_PASSWORD: this.#password },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
  }

  /** Starts the built server. @param password of its owner */
  static async start(password: string): Promise<ServerElsewhere> {
    const server = new ServerElsewhere(await freePort(), password)
    await server.#ready()
    return server
  }

  async #ready(): Promise<void> {
    let output = ''
    this.#process.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await vi.waitUntil(() => output.includes('ready '), SOON)
  }

  /** Starts again with another key, and with a certificate that nobody has confirmed. */
  async changeKey(): Promise<void> {
    await this.#end()
    this.#process = this.#spawn()
    await this.#ready()
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #end(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done))
    this.#process.kill('SIGTERM')
    await ended
  }
}
