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
  readonly #process: ChildProcess

  private constructor(port: number, password: string) {
    this.origin = `https://127.0.0.1:${port}`
    this.#folder = mkdtempSync(join(tmpdir(), 'pulsekey-elsewhere-'))
    chmodSync(this.#folder, 0o700)
    const { key, cert } = makeCertificate()
    writeFileSync(join(this.#folder, 'key.pem'), key)
    writeFileSync(join(this.#folder, 'cert.pem'), cert)
    const file = (name: string): string => join(this.#folder, name)
    const tls = ['--tls-cert', file('cert.pem'), '--tls-key', file('key.pem')]
    this.#process = spawn(
      process.execPath,
      [
        join(root, 'out/main/serve.js'),
        ...[
          '--data',
          file('data'),
          '--host',
          '127.0.0.1',
          '--port',
          String(port),
          '--console-public',
          ...tls,
        ],
      ],
      { env: { ...process.env, PULSEKEY_OWNER_PASSWORD: password }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
  }

  /** Starts the built server. @param password of its owner */
  static async start(password: string): Promise<ServerElsewhere> {
    const server = new ServerElsewhere(await freePort(), password)
    let output = ''
    server.#process.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await vi.waitUntil(() => output.includes('ready '), SOON)
    return server
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done))
    this.#process.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
