import { spawn, type ChildProcess } from 'node:child_process'
import { get } from 'node:https'
import { createServer, type Server } from 'node:net'
import { CertificateFolder } from '../certificate-files.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { DnsServer } from './dns-server.ts'

interface PebbleOptions {
  /** Where pebble looks for HTTP proofs. */
  readonly httpPort?: number
  /** External account binding: key identifiers with their MAC keys. */
  readonly binding?: Readonly<Record<string, string>>
  /** Percents of good nonces that pebble refuses. */
  readonly refusedNonces?: number
}

/** Writes pebble's configuration beside its own certificate, `pebble.pem`. @returns its path */
export function writePebbleConfig(
  folder: CertificateFolder,
  settings: { readonly httpPort: number; readonly tlsPort: number } & Readonly<Record<string, unknown>>,
): string {
  const own = {
    certificate: folder.at('pebble.pem'),
    privateKey: folder.at('pebble.key'),
    ocspResponderURL: '',
  }
  return folder.write('config.json', JSON.stringify({ pebble: { ...own, ...settings } }))
}

/** Pebble, the authority for tests of ACME, with the DNS that it asks. Its own certificate is of an authority of its own. */
export class Pebble {
  readonly folder = new CertificateFolder()
  readonly dns: DnsServer
  /** How long certificates last from the next start on, seconds. They begin at the machine's time, whatever a test's is. */
  life = 90 * 86_400
  readonly #options: PebbleOptions
  #process: ChildProcess | undefined
  #port = 0
  #managementPort = 0
  #printed = ''
  #closed: Server | undefined

  private constructor(dns: DnsServer, options: PebbleOptions) {
    this.dns = dns
    this.#options = options
  }

  static async start(options: PebbleOptions = {}): Promise<Pebble> {
    const pebble = new Pebble(await DnsServer.start(), options)
    pebble.folder.authority('minica')
    pebble.folder.issue('pebble', 'minica')
    pebble.#port = await freePort()
    pebble.#managementPort = await freePort()
    await pebble.up()
    return pebble
  }

  get directory(): string {
    return `https://localhost:${this.#port}/dir`
  }

  /** The authority of pebble's own certificate, PEM. */
  get authority(): Buffer {
    return this.folder.read('minica.pem')
  }

  /** The root of the certificates that pebble issues, PEM. */
  root(): Promise<string> {
    return this.#ask('/roots/0')
  }

  /** The number of orders that it got. */
  get orders(): number {
    return this.#printed.match(/There are now \d+ orders in the db/g)?.length ?? 0
  }

  /** Starts it again at the same address. It has forgotten everything. */
  async up(): Promise<void> {
    const closed = this.#closed
    this.#closed = undefined
    if (closed !== undefined) await new Promise((resolve) => closed.close(resolve))
    const { httpPort = 5002, binding, refusedNonces = 0 } = this.#options
    const config = writePebbleConfig(this.folder, {
      listenAddress: `127.0.0.1:${this.#port}`,
      managementListenAddress: `127.0.0.1:${this.#managementPort}`,
      httpPort,
      tlsPort: 5001,
      certificateValidityPeriod: this.life,
      externalAccountBindingRequired: binding !== undefined,
      externalAccountMACKeys: binding ?? {},
    })
    const child = spawn('pebble', ['-config', config, '-dnsserver', this.dns.address], {
      env: {
        ...process.env,
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_AUTHZREUSE: '0',
        PEBBLE_WFE_NONCEREJECT: String(refusedNonces),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (this.#printed += piece.toString()))
    await until(
      () =>
        this.#ask('/roots/0').then(
          () => true,
          () => false,
        ),
      'pebble',
    )
  }

  /** Ends it at once. Its port stays taken, and ends each connection, so that no other program gets it. */
  async down(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const closed = createServer((socket) => socket.destroy())
    this.#closed = closed
    await new Promise<void>((resolve) => closed.listen(this.#port, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    await this.down()
    this.#closed?.close()
    this.dns.stop()
    this.folder.remove()
  }

  #ask(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const url = `https://127.0.0.1:${this.#managementPort}${path}`
      get(url, { ca: this.authority, agent: false }, (response) => {
        let text = ''
        response.on('data', (piece: Buffer) => (text += piece.toString()))
        response.on('end', () => {
          resolve(text)
        })
      }).on('error', reject)
    })
  }
}
