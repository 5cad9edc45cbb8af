import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import pg from 'pg'
import { until } from '../until.ts'

const VERSIONS = '/usr/lib/postgresql'
/** Tests kill servers of ours, never the machine: nothing waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  listen_addresses: "''",
  autovacuum_naptime: '10s',
}

export interface Cluster {
  /** The folder of its socket. */
  readonly socket: string
  /** Whether its process lives. It ends by itself where it can't write. */
  readonly isRunning: boolean
  /** Ends the server, and keeps its data. @param signal SIGINT: in order; SIGQUIT: as after a crash */
  halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts the server after `halt`, and waits until it answers. */
  start(): Promise<void>
  /** Ends the server, and deletes its data. */
  stop(): Promise<void>
}

/** @throws when PostgreSQL is not installed: `apt-get install postgresql` */
export function postgresPrograms(): string {
  const newest = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0]
    : undefined
  const folder = newest === undefined ? undefined : join(VERSIONS, newest, 'bin')
  if (folder === undefined || !existsSync(join(folder, 'initdb')))
    throw new Error('PostgreSQL is missing: apt-get install postgresql')
  return folder
}

/** PostgreSQL refuses to run as root: Debian's package has a user for it. */
export function whoRunsIt(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * A PostgreSQL server of our own in a folder of its own, reached by a socket.
 * @param other settings in place of those that tests have
 * @param disk the folder of its data; the system's temporary folder unless given
 * @param wal the folder of its WAL, in segments of a megabyte; among the data unless given
 */
export async function startCluster(
  other: Readonly<Record<string, string>> = {},
  disk?: string,
  wal?: string,
): Promise<Cluster> {
  const programs = postgresPrograms()
  const who = whoRunsIt()
  // A socket's path has at most 107 characters.
  const folder = mkdtempSync('/tmp/pulsekey-pg-')
  const data = join(disk ?? folder, 'data')
  if (who.uid !== undefined && who.gid !== undefined)
    for (const own of [folder, disk ?? folder, wal ?? folder]) chownSync(own, who.uid, who.gid)
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', 'pulsekey', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      ...(wal === undefined ? [] : ['--waldir', join(wal, 'wal'), '--wal-segsize', '1']),
    ],
    { ...who, stdio: 'ignore' },
  )
  const settings = Object.entries({ ...SETTINGS, ...other, unix_socket_directories: `'${folder}'` })
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    settings.map(([name, value]) => `${name} = ${value}\n`).join(''),
  )
  const run = async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', data], { ...who, stdio: 'ignore' })
    await until(() => answers(folder), 'PostgreSQL answers')
    return server
  }
  let server = await run()
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const halt = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (hasEnded()) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    socket: folder,
    get isRunning() {
      return !hasEnded()
    },
    halt,
    start: async () => {
      server = await run()
    },
    stop: async () => {
      await halt('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(socket: string): Promise<boolean> {
  const client = new pg.Client(urlOf(socket, 'postgres'))
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** The file of a server's socket. @param folder of the socket */
export function socketFile(folder: string): string {
  return join(folder, '.s.PGSQL.5432')
}

export function urlOf(socket: string, database: string): string {
  return `postgres://pulsekey@/${database}?host=${encodeURIComponent(socket)}`
}
