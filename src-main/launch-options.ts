import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * What the server is started with: `--data DIR`, `--port N` and `--recover-owner` of the desktop's own command line. Without a
 * port the server's settings decide.
 *
 * @param argv the whole command line; Chromium's switches in it don't matter
 * @param userData Electron's folder for this application
 */
export function serverArguments(argv: readonly string[], userData: string): string[] {
  const { values } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, port: { type: 'string' }, 'recover-owner': { type: 'boolean' } },
    strict: false,
  })
  const data = typeof values.data === 'string' ? values.data : join(userData, 'data')
  return [
    ...['--data', data],
    ...(typeof values.port === 'string' ? ['--port', values.port] : []),
    ...(values['recover-owner'] === true ? ['--recover-owner'] : []),
  ]
}
