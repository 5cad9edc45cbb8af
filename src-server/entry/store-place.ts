import { readFileSync } from 'node:fs'
import type { PostgresPlace } from '../store/postgres/pool.ts'

/** A database of PostgreSQL that keeps the server's data. */
export interface StorePlace {
  readonly place: PostgresPlace
  /** The database for people: without the password. */
  readonly name: string
}

const NO_HOST = 'no-host.invalid'
const EXAMPLE = 'postgres://user:password@host:5432/database'

interface Source {
  readonly variable: string
  /** The option that names a file. */
  readonly option: string
}

const STORE: Source = { variable: 'PULSEKEY_STORE', option: '--store-file' }
const TELEMETRY: Source = { variable: 'PULSEKEY_TELEMETRY_STORE', option: '--telemetry-store-file' }
const readText = (path: string) => readFileSync(path, 'utf8')

/**
 * Reads the address of the database: a file keeps its password out of the list of processes.
 * @param file of `--store-file`
 * @returns undefined where the data folder keeps the data
 * @throws Error that says what is wrong
 */
export function findStorePlace(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read = readText,
): StorePlace | undefined {
  return findPlace(STORE, file, env, read)
}

/**
 * Reads the address of the database of the figures.
 * @param file of `--telemetry-store-file`
 * @returns undefined where they are in the database of the store
 * @throws Error that says what is wrong
 */
export function findTelemetryPlace(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read = readText,
): StorePlace | undefined {
  return findPlace(TELEMETRY, file, env, read)
}

function findPlace(
  { variable, option }: Source,
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read: (path: string) => string,
): StorePlace | undefined {
  const url = (file === undefined ? (env[variable] ?? '') : read(file)).trim()
  if (url === '' && file === undefined) return undefined
  const source = file === undefined ? variable : `${option} ${file}`
  // A part that is no address may be a password: the message doesn't repeat it.
  // Where a socket's folder is the host, the place of the host is empty, which is no URL elsewhere.
  const whole = url.replace('@/', `@${NO_HOST}/`)
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(whole))
    throw new Error(`${source} has no address of a database. Write ${EXAMPLE}`)
  const { hostname, port, pathname, searchParams } = new URL(whole)
  const host = hostname === '' || hostname === NO_HOST ? (searchParams.get('host') ?? 'localhost') : hostname
  return { place: { url }, name: `${host}${port === '' ? '' : `:${port}`}${pathname}` }
}
