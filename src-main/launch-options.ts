import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

interface GivenOptions {
  readonly data: string | undefined
  readonly port: string | undefined
  readonly recoverOwner: boolean
}

/** @param argv the whole command line, with Chromium's switches, which are ignored */
function readOptions(argv: readonly string[]): GivenOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, port: { type: 'string' }, 'recover-owner': { type: 'boolean' } },
    strict: false,
  })
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    data: text(values.data),
    port: text(values.port),
    recoverOwner: values['recover-owner'] === true,
  }
}

/** The options that a start at login repeats. */
export function lastingOptions(argv: readonly string[]): string[] {
  const { data, port } = readOptions(argv)
  return [
    ...(data === undefined ? [] : [`--data=${resolve(data)}`]),
    ...(port === undefined ? [] : [`--port=${port}`]),
  ]
}

/**
 * The folder of the server's data: the one on the command line, the one that the user chose, or the usual one.
 * @param userData Electron's folder for this application
 */
export function dataFolder(
  argv: readonly string[],
  userData: string,
  chosen: string | null,
): { readonly path: string; readonly isGiven: boolean } {
  const { data } = readOptions(argv)
  if (data !== undefined) return { path: resolve(data), isGiven: true }
  return { path: chosen ?? join(userData, 'data'), isGiven: false }
}

/**
 * The server's arguments: `--data DIR`, `--port N` and `--recover-owner` of the desktop's own command line.
 * Without a port the server's settings decide.
 * @param data the folder of its data
 * @param movePort the public port that the user chose because the configured one is unavailable
 */
export function serverArguments(argv: readonly string[], data: string, movePort?: number): string[] {
  const { port, recoverOwner } = readOptions(argv)
  return [...['--data', data], ...portArguments(port, movePort), ...(recoverOwner ? ['--recover-owner'] : [])]
}

function portArguments(port: string | undefined, movePort: number | undefined): string[] {
  if (movePort !== undefined) return ['--move-port', String(movePort)]
  return port === undefined ? [] : ['--port', port]
}
