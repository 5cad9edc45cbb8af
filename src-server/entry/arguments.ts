import { parseArgs } from 'node:util'

export interface ServeArguments {
  /** Undefined for the usual folder of this user. */
  readonly data: string | undefined
  /** The profile of the desktop, whose folder `data` is the usual one. */
  readonly profile: string | undefined
  /** Undefined where the settings decide. */
  readonly port: number | undefined
  readonly host: string | undefined
  /** Undefined for the port of the last start. */
  readonly consolePort: number | undefined
  readonly consolePublic: boolean
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  /** A new port of the public listener, stored in the settings: the stored port can't be used. */
  readonly movePort: number | undefined
  /** Prints an address where an owner who can't sign in sets another password. */
  readonly recoverOwner: boolean
  /** The file with this machine's key. */
  readonly machineKey: string | undefined
  /** Another folder whose data replaces that of the usual folder, which is set aside. */
  readonly takeData: string | undefined
  /** A server for trying: demo accounts are on its board, and each screen says so. */
  readonly demo: boolean
  /** Opens the console in this user's browser. */
  readonly open: boolean
  /** The file with the address of the database, where PostgreSQL keeps the data. */
  readonly storeFile: string | undefined
  /** A file with the address of the PostgreSQL database that keeps the figures. Undefined: `PULSEKEY_TELEMETRY_STORE`, else the same database. */
  readonly telemetryStoreFile: string | undefined
  /** Copies of this server on this machine listen on the same public port. */
  readonly sharePort: boolean
  /** Seconds between the sign to the balancer and the end. Undefined: five with several copies, else none. */
  readonly drain: number | undefined
  /** Opens data that was moved to another engine all the same. */
  readonly force: boolean
}

/** Service managers wait longer for no process. */
const MOST_DRAIN = 300

export const USAGE =
  'npm run serve -- [--data DIR] [--port 8787] [--host 0.0.0.0] [--console-port N] [--console-public] [--tls-cert FILE [--tls-key FILE]] [--move-port N] [--recover-owner] [--machine-key FILE] [--store-file FILE] [--telemetry-store-file FILE] [--share-port] [--drain SECONDS] [--open] [--force] [--demo]'

/** @throws Error that says what is wrong with the command line */
export function parseArguments(args: readonly string[]): ServeArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'console-port': { type: 'string' },
      'console-public': { type: 'boolean', default: false },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      'move-port': { type: 'string' },
      'recover-owner': { type: 'boolean', default: false },
      'machine-key': { type: 'string' },
      profile: { type: 'string' },
      'take-data': { type: 'string' },
      'store-file': { type: 'string' },
      'telemetry-store-file': { type: 'string' },
      'share-port': { type: 'boolean', default: false },
      drain: { type: 'string' },
      open: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
    },
  })
  if (values.demo && values.data === undefined)
    throw new Error('--demo needs --data DIR. The npm scripts make a folder that is thrown away')
  if (values.data === '') throw new Error('--data DIR is missing')
  // The file of a certificate may have the key too.
  if (values['tls-key'] !== undefined && values['tls-cert'] === undefined)
    throw new Error('--tls-key needs --tls-cert')
  return {
    data: values.data,
    profile: values.profile,
    port: values.port === undefined ? undefined : parsePort('--port', values.port),
    host: values.host,
    consolePort:
      values['console-port'] === undefined ? undefined : parsePort('--console-port', values['console-port']),
    consolePublic: values['console-public'],
    tlsCert: values['tls-cert'],
    tlsKey: values['tls-key'],
    movePort: values['move-port'] === undefined ? undefined : parsePort('--move-port', values['move-port']),
    recoverOwner: values['recover-owner'],
    machineKey: values['machine-key'],
    takeData: values['take-data'],
    open: values.open,
    force: values.force,
    storeFile: values['store-file'],
    telemetryStoreFile: values['telemetry-store-file'],
    sharePort: values['share-port'],
    drain: values.drain === undefined ? undefined : parseDrain(values.drain),
    demo: values.demo,
  }
}

function parseDrain(text: string): number {
  const seconds = /^[0-9]{1,3}$/.test(text) ? Number(text) : NaN
  if (!(seconds <= MOST_DRAIN)) throw new Error(`--drain ${text} is no time: 0 to ${MOST_DRAIN} seconds`)
  return seconds
}

function parsePort(name: string, text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port >= 0 && port <= 65_535)) throw new Error(`${name} ${text} is no port: 0 to 65535`)
  return port
}
