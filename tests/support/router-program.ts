import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './until.ts'

export interface Mapping {
  readonly external: number
  readonly host: string
  readonly port: number
}

export interface RouterOptions {
  /** NAT-PMP and PCP, which are one switch of miniupnpd. On by default. */
  readonly pcp?: boolean
  /** UPnP. On by default. */
  readonly upnp?: boolean
  /** Describes itself as the first version of the gateway device, as most routers do. */
  readonly first?: boolean
  /** The longest time that PCP gets, seconds. */
  readonly longest?: number
  /** External ports that a device of the home may map: `1024-65535`. All by default. */
  readonly allowed?: string
}

/** The router's own rules: translate, let answers in, and drop what comes from outside without a mapping. */
export const routerTables = `table inet filter {
  chain miniupnpd {
  }
  chain prerouting_miniupnpd {
  }
  chain postrouting_miniupnpd {
  }
  chain forward {
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "lan0" accept
    jump miniupnpd
  }
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    jump prerouting_miniupnpd
  }
  chain postrouting {
    type nat hook postrouting priority 100; policy accept;
    jump postrouting_miniupnpd
    oifname "wan0" masquerade
  }
}
`

/** miniupnpd, the program in most routers, as a process of the test. */
export class RouterProgram {
  log = ''
  readonly #child: ChildProcess

  constructor(
    folder: string,
    { pcp = true, upnp = true, first = false, allowed = '1-65535', longest = 86_400 }: RouterOptions,
    start: (command: string, args: readonly string[]) => ChildProcess,
  ) {
    const yes = (on: boolean) => (on ? 'yes' : 'no')
    const lines = [
      'ext_ifname=wan0',
      'listening_ip=lan0',
      `enable_natpmp=${yes(pcp)}`,
      `enable_upnp=${yes(upnp)}`,
      `force_igd_desc_v1=${yes(first)}`,
      'ipv6_disable=yes',
      'secure_mode=yes',
      'system_uptime=no',
      // A lease as short as a test is patient.
      'min_lifetime=1',
      `max_lifetime=${longest}`,
      'uuid=b254187a-686c-42e7-8d68-7017980cfb13',
      `allow ${allowed} 192.168.77.0/24 1-65535`,
      'deny 0-65535 0.0.0.0/0 0-65535',
    ]
    const config = join(folder, 'miniupnpd.conf')
    writeFileSync(config, `${lines.join('\n')}\n`)
    this.#child = start('miniupnpd', ['-d', '-f', config, '-P', `${config}.pid`])
    this.#child.stdout?.on('data', (text: Buffer) => (this.log += text.toString()))
    this.#child.stderr?.on('data', (text: Buffer) => (this.log += text.toString()))
  }

  async ready(): Promise<void> {
    await until(() => {
      if (this.#child.exitCode !== null) throw new Error(`miniupnpd ended: ${this.log}`)
      return /HTTP listening|Listening for NAT-PMP/.test(this.log)
    }, 'the router')
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'close')
  }
}
