import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { postgresPrograms, whoRunsIt } from '../../support/postgres/cluster.ts'

/** The files that docs/scale.md has an operator install. */
const SHIPPED = resolve(import.meta.dirname, '../../../docs/scale')
const MACHINES = ['a', 'b', 'witness'] as const
export type MachineName = (typeof MACHINES)[number]

/** The files of a machine of the drill, in a folder of its own. */
export interface MachineFiles {
  readonly name: MachineName
  /** Takes the place of the machine's `/`. */
  readonly root: string
  readonly address: string
  /** The port of the loopback that leads to the primary: on one real machine each needs another one. */
  readonly storePort: number
  /** The port of the loopback with HAProxy's own state. */
  readonly statePort: number
}

/** The files of a cluster as operators have them, in folders of one machine, with addresses of the loopback. */
export class ClusterFiles {
  readonly folder: string
  readonly machines: Readonly<Record<MachineName, MachineFiles>>

  static async create(): Promise<ClusterFiles> {
    return new ClusterFiles(await Promise.all([...MACHINES, ...MACHINES].map(() => freePort())))
  }

  private constructor(ports: readonly number[]) {
    // A socket's path has at most 107 characters. PostgreSQL has a user of its own, which passes the folder.
    this.folder = mkdtempSync('/tmp/pulsekey-ha-')
    chmodSync(this.folder, 0o711)
    const net = `127.${1 + (process.pid % 254)}.${1 + (Math.floor(process.pid / 254) % 254)}`
    const machines = MACHINES.map((name, at) => ({
      name,
      root: join(this.folder, name),
      address: `${net}.${at + 1}`,
      storePort: ports[at] ?? 0,
      statePort: ports[at + MACHINES.length] ?? 0,
    }))
    this.machines = Object.fromEntries(machines.map((one) => [one.name, one])) as typeof this.machines
    const scripts = join(this.folder, 'scale')
    cpSync(SHIPPED, scripts, { recursive: true })
    const addresses = machines.map(({ address }) => address)
    execFileSync('sh', ['prepare.sh', ...addresses], { cwd: scripts })
    for (const machine of machines) {
      execFileSync('sh', ['install.sh', machine.name, machine.root], { cwd: scripts })
      this.#adapt(machine)
    }
  }

  /** The content of an installed file. */
  read(machine: MachineName, path: string): string {
    return readFileSync(join(this.machines[machine].root, path), 'utf8')
  }

  /** Changes of the files that one machine in place of three needs, and nothing else. */
  #adapt({ root, address, storePort, statePort }: MachineFiles): void {
    const change = (path: string, changes: readonly (readonly [RegExp | string, string])[]) => {
      const file = join(root, path)
      const text = changes.reduce(
        (before, [from, to]) => before.replaceAll(from, to),
        readFileSync(file, 'utf8'),
      )
      writeFileSync(file, text)
    }
    const paths = [/(?<=[\s=])\/(?=etc\/|var\/|run\/)/g, `${root}/`] as const
    mkdirSync(join(root, 'run/postgresql'), { recursive: true })
    mkdirSync(join(root, 'var/lib/postgresql'), { recursive: true })
    mkdirSync(join(root, 'var/lib/etcd'), { recursive: true })
    change('etc/default/etcd', [paths])
    // On real machines root owns it, and its group reads it.
    chmodSync(join(root, 'etc/ssl/private/cluster.key'), 0o600)
    if (readdirSync(join(root, 'etc')).includes('patroni')) {
      change('etc/patroni/config.yml', [
        paths,
        [/\/usr\/lib\/postgresql\/\d+\/bin/g, postgresPrograms()],
        // Connections between addresses of the loopback come from 127.0.0.1.
        [/[0-9.]+\/32/g, '127.0.0.1/32'],
        ['local all postgres peer', 'local all postgres trust'],
        ['shared_buffers: 2GB', 'shared_buffers: 64MB'],
      ])
      change('etc/haproxy/haproxy.cfg', [
        paths,
        ['127.0.0.1:5000', `127.0.0.1:${storePort}`],
        ['127.0.0.1:8404', `127.0.0.1:${statePort}`],
        ['maxconn 40000', 'maxconn 4000'],
        ['bind :80', `bind ${address}:8080`],
        ['bind :443', `bind ${address}:8443`],
        ...(process.getuid?.() === 0 ? [] : ([[/^ {2}(user|group) .*\n/gm, '']] as const)),
      ])
      change('etc/pulsekey/store', [
        ['127.0.0.1:5000', `127.0.0.1:${storePort}`],
        [/(?<==)\/etc\//g, `${root}/etc/`],
      ])
      this.#makePublicCertificate(root)
    }
    const { uid, gid } = whoRunsIt()
    if (uid !== undefined && gid !== undefined) chownTree(root, uid, gid)
  }

  #makePublicCertificate(root: string): void {
    const pem = join(root, 'etc/haproxy/pulsekey.pem')
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const subject = ['-subj', '/CN=ea.example.com', '-days', '1']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', `${pem}.key`, '-out', pem], {
      stdio: 'ignore',
    })
    writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(`${pem}.key`, 'utf8'))
  }
}

function chownTree(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid)
}
