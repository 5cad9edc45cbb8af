import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

interface GivenOptions {
  readonly data: string | undefined
  readonly port: string | undefined
  readonly recoverOwner: boolean
  readonly force: boolean
  readonly demo: boolean
}

/** @param argv the whole command line, with Chromium's switches, which are ignored */
function readOptions(argv: readonly string[]): GivenOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'recover-owner': { type: 'boolean' },
      force: { type: 'boolean' },
      demo: { type: 'boolean' },
    },
    strict: false,
  })
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    data: text(values.data),
    port: text(values.port),
    recoverOwner: values['recover-owner'] === true,
    force: values.force === true,
    demo: values.demo === true,
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

/** The data folder that the command line names. */
export function givenDataFolder(argv: readonly string[]): string | undefined {
  const { data } = readOptions(argv)
  return data === undefined ? undefined : resolve(data)
}

export interface ServerStart {
  /** Electron's folder for this application, from which the server finds its usual data folder. */
  readonly userData: string
  /** The data folder that the user chose. null for the usual one. */
  readonly chosen: string | null
  /** The public port that the user chose because the configured one is unavailable. */
  readonly movePort?: number | undefined
  /** A folder whose data replaces the data of the usual folder. */
  readonly takeData?: string | undefined
}

/**
 * The server's arguments: `--data DIR`, `--port N`, `--recover-owner`, `--force` and `--demo` of the desktop's own command
 * line. Without a port the server's settings decide.
 * @param argv the whole command line, with Chromium's switches, which are ignored
 */
export function serverArguments(
  argv: readonly string[],
  { userData, chosen, movePort, takeData }: ServerStart,
): string[] {
  const { data, port, recoverOwner, force, demo } = readOptions(argv)
  const named = data ?? chosen
  return [
    // Without a named folder the server finds the usual one, which is the same for a start without a window.
    ...(named === null ? ['--profile', userData] : ['--data', named]),
    ...(takeData === undefined ? [] : ['--take-data', takeData]),
    ...portArguments(port, movePort),
    ...(recoverOwner ? ['--recover-owner'] : []),
    ...(force ? ['--force'] : []),
    ...(demo ? ['--demo'] : []),
  ]
}

function portArguments(port: string | undefined, movePort: number | undefined): string[] {
  if (movePort !== undefined) return ['--move-port', String(movePort)]
  return port === undefined ? [] : ['--port', port]
}
