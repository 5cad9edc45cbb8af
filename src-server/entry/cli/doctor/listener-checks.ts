import { createServer } from 'node:net'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import type { Check } from './check.ts'

type Listeners = PlatformSettings['listeners']

/** Whether the public port of the settings is free. */
export async function checkPort(listeners: Listeners | undefined, isRunning: boolean): Promise<Check> {
  const check = 'port'
  if (listeners === undefined) return { check, state: 'warn', text: 'the settings can not be read' }
  const where = `${listeners.public_host}:${listeners.public_port}`
  if (isRunning)
    return {
      check,
      state: 'ok',
      text: `${where} belongs to the running server, unless its command line names another one`,
    }
  const problem = await tryPort(listeners)
  return problem === undefined
    ? { check, state: 'ok', text: `${where} is free` }
    : {
        check,
        state: 'bad',
        text: `${where} can't be opened: ${problem}. Choose another one with --port, or in the settings`,
      }
}

function tryPort({ public_host: host, public_port: port }: Listeners): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    // eslint-disable-next-line local/guarded-callbacks -- the callback only resolves
    server.once('error', (error) => {
      resolve(error.message)
    })
    server.listen(port, host, () => {
      server.close(() => {
        resolve(undefined)
      })
    })
  })
}
