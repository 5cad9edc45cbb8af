import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { textOf, type Check } from './check.ts'

type Listeners = PlatformSettings['listeners']

const DAY = 86_400
const SOON = 14 * DAY

/** Whether the certificate of the settings can be used, and for how long. */
export function checkCertificate(listeners: Listeners | undefined, now: number): Check {
  const check = 'certificate'
  if (listeners === undefined || listeners.tls_cert === '')
    return { check, state: 'ok', text: 'none is set: the public address speaks plain HTTP' }
  try {
    const certificate = new X509Certificate(readFileSync(listeners.tls_cert))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(listeners.tls_key))))
      return { check, state: 'bad', text: `${listeners.tls_key} is not the key of ${listeners.tls_cert}` }
    const end = Math.floor(certificate.validToDate.getTime() / 1000)
    const text = `${listeners.tls_cert} is valid until ${certificate.validTo}`
    if (end <= now)
      return { check, state: 'bad', text: `${listeners.tls_cert} ended on ${certificate.validTo}` }
    return { check, state: end < now + SOON ? 'warn' : 'ok', text }
  } catch (error) {
    return { check, state: 'bad', text: textOf(error) }
  }
}

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
