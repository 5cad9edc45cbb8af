import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NETWORK_TOOLS } from '../../build/launch/network-tools.ts'
import { Forward, RELAY } from './network-forward.ts'
import { type Mapping, RouterProgram, type RouterOptions, routerTables } from './router-program.ts'

/** The hosts of the test's own network. Each is a network namespace of Linux. */
const HOSTS = ['home', 'router', 'outside'] as const
export type NetworkHost = (typeof HOSTS)[number]

/** The addresses of the network. The outside ones are of the real internet, because a router refuses others. */
export const ADDRESSES = {
  home: '192.168.77.2',
  routerInside: '192.168.77.1',
  routerOutside: '51.15.77.10',
  outside: '51.15.77.20',
} as const

/** @returns why this machine can't make namespaces, for `describe.skipIf`. undefined where it can */
export function whyNoNamespaces(): string | undefined {
  const missing = NETWORK_TOOLS.missing()
  if (missing !== undefined) return missing
  const name = `pk${process.pid}-probe`
  try {
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const execute = promisify(execFile)

let networks = 0

/**
 * A home behind a router, and the world outside. `home` reaches everything through `router`. `router` translates
 * addresses, and drops each connection from outside that no mapping lets in. `outside` has no way to `home` but the
 * router. The network of this machine stays as it is.
 */
export class HomeNetwork {
  readonly folder = mkdtempSync(join(tmpdir(), 'pulsekey-network-'))
  readonly #prefix = `pk${process.pid}n${networks++}`
  readonly #children = new Set<ChildProcess>()
  readonly #forwards: Forward[] = []
  #router: RouterProgram | undefined

  private constructor() {
    for (const host of HOSTS) {
      ip('netns', 'add', this.name(host))
      ip('-n', this.name(host), 'link', 'set', 'lo', 'up')
    }
    this.#connect('home', ADDRESSES.home, 'lan0', ADDRESSES.routerInside)
    this.#connect('outside', ADDRESSES.outside, 'wan0', ADDRESSES.routerOutside)
    ip('-n', this.name('home'), 'route', 'add', 'default', 'via', ADDRESSES.routerInside)
    ip('netns', 'exec', this.name('router'), 'sysctl', '-qw', 'net.ipv4.ip_forward=1')
    const tables = join(this.folder, 'tables.nft')
    writeFileSync(tables, routerTables)
    ip('netns', 'exec', this.name('router'), 'nft', '-f', tables)
  }

  /** Makes the network. It needs root: `whyNoNamespaces` says whether it can be made. */
  static make(): HomeNetwork {
    return new HomeNetwork()
  }

  /** The namespace of a host, for `ip netns exec`. */
  name(host: NetworkHost): string {
    return `${this.#prefix}-${host}`
  }

  /** Runs a command on a host to its end. @returns its output @throws where it fails */
  async run(host: NetworkHost, command: string, args: readonly string[]): Promise<string> {
    return (await execute('ip', ['netns', 'exec', this.name(host), command, ...args])).stdout
  }

  /** Starts a program on a host. It ends with the network at the latest. */
  start(
    host: NetworkHost,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const child = spawn('ip', ['netns', 'exec', this.name(host), command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    this.#children.add(child)
    child.once('close', () => this.#children.delete(child))
    return child
  }

  /**
   * A port of this machine whose connections come from a host of the network, so that a test or a browser calls a server
   * as that host does.
   * @returns its address, `http://127.0.0.1:…`
   */
  async forward(from: NetworkHost, to: { readonly host: string; readonly port: number }): Promise<string> {
    const path = join(this.folder, `forward-${this.#forwards.length}`)
    const relay = this.start(from, process.execPath, ['-e', RELAY, path, to.host, String(to.port)])
    if (relay.stdout === null) throw new Error('the relay has no output')
    await once(relay.stdout, 'data')
    const forward = await Forward.open(path)
    this.#forwards.push(forward)
    return forward.url
  }

  /** Names that programs of a host resolve, as lines of its own `/etc/hosts`. Call it before the programs start. */
  nameHosts(host: NetworkHost, names: Readonly<Record<string, string>>): void {
    const folder = join('/etc/netns', this.name(host))
    mkdirSync(folder, { recursive: true })
    const lines = Object.entries({ localhost: '127.0.0.1', ...names }).map(([name, to]) => `${to} ${name}\n`)
    writeFileSync(join(folder, 'hosts'), lines.join(''))
  }

  /** Switches the router's port mapping on, by the protocols that are wanted. */
  async startRouter(options: RouterOptions = {}): Promise<void> {
    this.#router = new RouterProgram(this.folder, options, (command, args) =>
      this.start('router', command, args),
    )
    await this.#router.ready()
  }

  /** Ends the router's program as a power cut does: nothing is said to anybody, and the mappings are gone. */
  async stopRouter(): Promise<void> {
    await this.#router?.stop()
    this.#router = undefined
    for (const chain of ['miniupnpd', 'prerouting_miniupnpd', 'postrouting_miniupnpd'])
      await this.run('router', 'nft', ['flush', 'chain', 'inet', 'filter', chain])
  }

  /** The log of the router's program: each line names the protocol and what was asked. */
  get routerLog(): string {
    return this.#router?.log ?? ''
  }

  /** The mappings that the router carries out now. */
  async mappings(): Promise<Mapping[]> {
    const rules = await this.run('router', 'nft', ['list', 'chain', 'inet', 'filter', 'prerouting_miniupnpd'])
    return [...rules.matchAll(/dport (\d+) dnat ip to ([\d.]+):(\d+)/g)].map(([, external, host, port]) => ({
      external: Number(external),
      host: host ?? '',
      port: Number(port),
    }))
  }

  /** Ends the programs, and removes the network. */
  async end(): Promise<void> {
    await Promise.all(this.#forwards.map((forward) => forward.close()))
    const ended = [...this.#children].map(async (child) => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    })
    await Promise.all(ended)
    for (const host of HOSTS) {
      ip('netns', 'del', this.name(host))
      rmSync(join('/etc/netns', this.name(host)), { recursive: true, force: true })
    }
    rmSync(this.folder, { recursive: true })
  }

  /** A cable between a host and the router. */
  #connect(host: NetworkHost, address: string, device: string, routerAddress: string): void {
    const [here, router] = [this.name(host), this.name('router')]
    ip('-n', here, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', device, 'netns', router)
    ip('-n', here, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', here, 'link', 'set', 'eth0', 'up')
    ip('-n', router, 'addr', 'add', `${routerAddress}/24`, 'dev', device)
    ip('-n', router, 'link', 'set', device, 'up')
  }
}

function ip(...args: readonly string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' })
}
