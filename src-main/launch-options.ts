import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * The server's arguments: `--data DIR`, `--port N` and `--recover-owner` of the desktop's own command line.
 * Without a port the server's settings decide.
 * @param argv the whole command line, with Chromium's switches, which are ignored
 * @param userData Electron's folder for this application
 * @param movePort the public port that the user chose because the configured one is unavailable
 */
export function serverArguments(argv: readonly string[], userData: string, movePort?: number): string[] {
  const { values } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, port: { type: 'string' }, 'recover-owner': { type: 'boolean' } },
    strict: false,
  })
  const data = typeof values.data === 'string' ? values.data : join(userData, 'data')
  return [
    ...['--data', data],
    ...portArguments(values.port, movePort),
    ...(values['recover-owner'] === true ? ['--recover-owner'] : []),
  ]
}

function portArguments(port: unknown, movePort: number | undefined): string[] {
  if (movePort !== undefined) return ['--move-port', String(movePort)]
  return typeof port === 'string' ? ['--port', port] : []
}
