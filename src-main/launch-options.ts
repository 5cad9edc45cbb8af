import { parseArgs } from 'node:util'

/**
 * The server's arguments: `--data DIR`, `--port N`, `--recover-owner` and `--demo` of the desktop's own command line.
 * Without a port the server's settings decide.
 * @param argv the whole command line, with Chromium's switches, which are ignored
 * @param userData Electron's folder for this application
 * @param movePort the public port that the user chose because the configured one is unavailable
 * @param takeData a folder whose data replaces the data of the usual folder
 */
export function serverArguments(
  argv: readonly string[],
  userData: string,
  movePort?: number,
  takeData?: string,
): string[] {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'recover-owner': { type: 'boolean' },
      demo: { type: 'boolean' },
    },
    strict: false,
  })
  return [
    // Without a named folder the server finds the usual one, which is the same for a start without a window.
    ...(typeof values.data === 'string' ? ['--data', values.data] : ['--profile', userData]),
    ...(takeData === undefined ? [] : ['--take-data', takeData]),
    ...portArguments(values.port, movePort),
    ...(values['recover-owner'] === true ? ['--recover-owner'] : []),
    ...(values.demo === true ? ['--demo'] : []),
  ]
}

function portArguments(port: unknown, movePort: number | undefined): string[] {
  if (movePort !== undefined) return ['--move-port', String(movePort)]
  return typeof port === 'string' ? ['--port', port] : []
}
