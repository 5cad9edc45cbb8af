import { parseArgs } from 'node:util'

export interface ServeArguments {
  readonly data: string
  /** Undefined where the settings decide. */
  readonly port: number | undefined
  readonly host: string | undefined
  readonly consolePort: number
  readonly consolePublic: boolean
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  /** A new port of the public listener, stored in the settings: the stored port can't be used. */
  readonly movePort: number | undefined
  /** Prints an address where an owner who can't sign in sets another password. */
  readonly recoverOwner: boolean
  /** The file with this machine's key. */
  readonly machineKey: string | undefined
}

export const USAGE =
  'npm run serve -- --data DIR --port 8080 [--host 0.0.0.0] [--console-port N] [--console-public] [--tls-cert FILE --tls-key FILE] [--move-port N] [--recover-owner] [--machine-key FILE]'

/** @throws Error that says what is wrong with the command line */
export function parseArguments(args: readonly string[]): ServeArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'console-port': { type: 'string', default: '0' },
      'console-public': { type: 'boolean', default: false },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      'move-port': { type: 'string' },
      'recover-owner': { type: 'boolean', default: false },
      'machine-key': { type: 'string' },
    },
  })
  if (values.data === undefined || values.data === '') throw new Error('--data DIR is missing')
  if ((values['tls-cert'] === undefined) !== (values['tls-key'] === undefined)) {
    throw new Error('--tls-cert and --tls-key go together')
  }
  return {
    data: values.data,
    port: values.port === undefined ? undefined : parsePort('--port', values.port),
    host: values.host,
    consolePort: parsePort('--console-port', values['console-port']),
    consolePublic: values['console-public'],
    tlsCert: values['tls-cert'],
    tlsKey: values['tls-key'],
    movePort: values['move-port'] === undefined ? undefined : parsePort('--move-port', values['move-port']),
    recoverOwner: values['recover-owner'],
    machineKey: values['machine-key'],
  }
}

function parsePort(name: string, text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port >= 0 && port <= 65_535)) throw new Error(`${name} ${text} is no port: 0 to 65535`)
  return port
}
