import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { DataFolderError } from '../store/data-folder-error.ts'
import type { PostgresPlace } from '../store/postgres/pool.ts'

/** A database of PostgreSQL that keeps the server's data. */
export interface StorePlace {
  readonly place: PostgresPlace
  /** The database for people: without the password. */
  readonly name: string
}

type ReadFile = (path: string) => string

const IS_ADDRESS = /^postgres(ql)?:\/\//
const NO_HOST = 'no-host.invalid'
const HERE = 'localhost'
const EXAMPLE = 'postgres://user:password@host:5432/database'
/** The way of TLS that knows the server by its certificate and its name. */
const FULL = 'verify-full'
/** The members of an address that are about TLS, and say nothing to the driver any more. */
const TLS_FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

/** The TLS options of each `sslmode`. Only a server on this machine may be reached without its certificate. */
const MODES: Readonly<Record<string, ConnectionOptions | false>> = {
  disable: false,
  allow: false,
  prefer: false,
  require: { rejectUnauthorized: false },
  'verify-ca': { checkServerIdentity: () => undefined },
  [FULL]: {},
}

interface Source {
  readonly variable: string
  /** The option that names a file. */
  readonly option: string
}

const STORE: Source = { variable: 'PULSEKEY_STORE', option: '--store-file' }
const TELEMETRY: Source = { variable: 'PULSEKEY_TELEMETRY_STORE', option: '--telemetry-store-file' }
const readText: ReadFile = (path) => readFileSync(path, 'utf8')

/**
 * Reads the address of the database: a file keeps its password out of the list of processes. TLS with the server's
 * certificate and name is a must, unless the server is on this machine.
 * @param file of `--store-file`
 * @returns undefined where the data folder keeps the data
 * @throws Error that says what is wrong, and never repeats the address
 */
export function findStorePlace(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read = readText,
): StorePlace | undefined {
  return findPlace(STORE, file, env, read)
}

/**
 * Reads the address of the database of the figures, as findStorePlace.
 * @param file of `--telemetry-store-file`
 * @returns undefined where they are in the database of the store
 */
export function findTelemetryPlace(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read = readText,
): StorePlace | undefined {
  return findPlace(TELEMETRY, file, env, read)
}

/** Whether an option names a database of PostgreSQL: by its address, or by the word `postgres` alone. */
export function isStoreName(text: string): boolean {
  return text === 'postgres' || IS_ADDRESS.test(text)
}

/**
 * Reads the address of a database that an option names: the address itself, or `postgres` for the one of `--store-file` or
 * `PULSEKEY_STORE`.
 * @param option for people, such as `--to`
 * @throws as findStorePlace, and for a password on the command line, which others on this machine see
 */
export function findNamedPlace(
  option: string,
  text: string,
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read = readText,
): StorePlace {
  if (text === 'postgres') {
    const place = findStorePlace(file, env, read)
    if (place !== undefined) return place
    throw new Error(
      `${option} postgres: write the address into a file and name it with --store-file, or set PULSEKEY_STORE`,
    )
  }
  if (/:[^/]*@/.test(text.slice(text.indexOf('//') + 2)) || /[?&]password=/.test(text))
    throw new Error(
      `${option} has a password, which everybody on this machine can see. Write the address into a file, name it with --store-file, and write ${option} postgres`,
    )
  return parseStoreAddress(text, option, read)
}

function findPlace(
  { variable, option }: Source,
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read: ReadFile,
): StorePlace | undefined {
  const text = (file === undefined ? (env[variable] ?? '') : read(file)).trim()
  if (text === '' && file === undefined) return undefined
  return parseStoreAddress(text, file === undefined ? variable : `${option} ${file}`, read)
}

/** @param source of the address, for people. @throws as findStorePlace */
function parseStoreAddress(text: string, source: string, read: ReadFile): StorePlace {
  // A part that is no address may be a password: the message doesn't repeat it.
  // A host that is a socket's folder leaves its place in the address empty, which is no URL elsewhere.
  const whole = text.replace('@/', `@${NO_HOST}/`)
  if (!IS_ADDRESS.test(text) || !URL.canParse(whole))
    throw new Error(`${source} has no address of a database. Write ${EXAMPLE}`)
  const url = new URL(whole)
  const host = hostOf(url)
  // One host in one place: the driver takes the one of the query, and another one of the environment where both are empty.
  url.hostname = HERE
  url.searchParams.set('host', host)
  const tls = takeTls(url, host, source, read)
  const port = url.port === '' ? '' : `:${url.port}`
  return { place: { url: url.href, tls }, name: `${host}${port}${url.pathname}` }
}

function hostOf({ hostname, searchParams }: URL): string {
  const named = searchParams.get('host') ?? ''
  if (named !== '') return named
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1')
  return host === '' || host === NO_HOST ? HERE : host
}

/** A server on this machine: by a socket, or by the loopback. */
function isNear(host: string): boolean {
  return host.startsWith('/') || host === HERE || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Takes what is about TLS out of the address. @throws DataFolderError for a way that is too weak */
function takeTls(url: URL, host: string, source: string, read: ReadFile): ConnectionOptions | false {
  const { searchParams } = url
  const asked = searchParams.get('sslmode') ?? (isNear(host) ? 'prefer' : FULL)
  const mode = MODES[asked]
  const others = [...searchParams.keys()].filter(
    (name) => /ssl|libpq/i.test(name) && name !== 'sslmode' && !(name in TLS_FILES),
  )
  if (mode === undefined || others.length > 0) throw unknownTls(source)
  if (asked !== FULL && !isNear(host)) throw weakTls(source, host)
  const files = Object.entries(TLS_FILES).flatMap(([name, member]) => {
    const path = searchParams.get(name)
    return path === null || path === 'system' ? [] : [[member, read(path)] as const]
  })
  for (const name of ['sslmode', ...Object.keys(TLS_FILES)]) searchParams.delete(name)
  return mode === false ? false : { ...mode, ...Object.fromEntries(files) }
}

function weakTls(source: string, host: string): DataFolderError {
  return new DataFolderError(
    `${source} asks for a connection to ${host} that anybody on the way could read or answer. Write sslmode=verify-full, with sslrootcert=FILE for a certificate authority of your own.`,
    `${source} 要求的到 ${host} 的连接可被途中任何人读取或冒充。请写 sslmode=verify-full；自建证书颁发机构请加 sslrootcert=文件。`,
  )
}

function unknownTls(source: string): DataFolderError {
  return new DataFolderError(
    `${source} names TLS in a way that this program doesn't know. Write sslmode=verify-full, and sslrootcert, sslcert and sslkey with the paths of files.`,
    `${source} 中的 TLS 设置无法识别。请写 sslmode=verify-full，并用 sslrootcert、sslcert、sslkey 给出文件路径。`,
  )
}
