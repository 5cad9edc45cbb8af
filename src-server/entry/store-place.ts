import { readFileSync } from 'node:fs'
import type { PostgresPlace } from '../store/postgres/pool.ts'

/** A database of PostgreSQL that keeps the server's data. */
export interface StorePlace {
  readonly place: PostgresPlace
  /** The database for people: without the password. */
  readonly name: string
}

const VARIABLE = 'PULSEKEY_STORE'
const NO_HOST = 'no-host.invalid'
const EXAMPLE = 'postgres://user:password@host:5432/database'

/**
 * Reads the address of the database: a file keeps its password out of the list of processes.
 * @param file of `--store-file`
 * @returns undefined where the data folder keeps the data
 * @throws Error that says what is wrong
 */
export function findStorePlace(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): StorePlace | undefined {
  const url = (file === undefined ? (env[VARIABLE] ?? '') : read(file)).trim()
  if (url === '' && file === undefined) return undefined
  const source = file === undefined ? VARIABLE : `--store-file ${file}`
  // A part that is no address may be a password: the message doesn't repeat it.
  // Where a socket's folder is the host, the place of the host is empty, which is no URL elsewhere.
  const whole = url.replace('@/', `@${NO_HOST}/`)
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(whole))
    throw new Error(`${source} has no address of a database. Write ${EXAMPLE}`)
  const { hostname, port, pathname, searchParams } = new URL(whole)
  const host = hostname === '' || hostname === NO_HOST ? (searchParams.get('host') ?? 'localhost') : hostname
  return { place: { url }, name: `${host}${port === '' ? '' : `:${port}`}${pathname}` }
}
