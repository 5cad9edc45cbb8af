import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findStorePlace } from '../../src-server/entry/store-place.ts'
import { DataFolderError } from '../../src-server/store/data-folder-error.ts'
import { checkServer } from '../../src-server/store/postgres/check-server.ts'
import { makeCertificate } from '../support/certificate.ts'
import { urlOf } from '../support/postgres/cluster.ts'
import { socketOfRun } from '../support/postgres/global-setup.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'

/** The check refuses the server in both languages. @returns the English words */
async function refusal(url: string, read?: (path: string) => string): Promise<string> {
  const { place, name } = findStorePlace(undefined, { PULSEKEY_STORE: url }, read)!
  const error: unknown = await checkServer(place, name).catch((thrown: unknown) => thrown)
  if (!(error instanceof DataFolderError)) throw new Error('it is not refused', { cause: error })
  expect(`${error.message} ${error.zh} ${error.stack ?? ''}`).not.toContain('s3cret')
  expect(error.zh).not.toBe(error.message)
  return error.message
}

describe('a server that can not hold the data', () => {
  let admin: pg.Client
  beforeAll(async () => {
    admin = new pg.Client(urlOf(socketOfRun(), 'postgres'))
    await admin.connect()
  })
  afterAll(() => admin.end())

  it('is let through where it can', async () => {
    const database = await createTestDatabase()
    const { place, name } = findStorePlace(undefined, { PULSEKEY_STORE: database.url })!
    await checkServer(place, name)
    await database.drop()
  })

  it('is named with the reason: nobody there, no database, another encoding, no right', async () => {
    const at = (database: string, host = socketOfRun()) =>
      `postgres://pulsekey:s3cret@/${database}?host=${encodeURIComponent(host)}`
    expect(await refusal(at('x', '/tmp/nobody'))).toBe(
      'The database server of /tmp/nobody/x gives no answer (ENOENT). Start it, or mend the address.',
    )
    expect(await refusal(at('nothing_here'))).toMatch(/doesn't exist: create it first/)
    await admin.query(`CREATE DATABASE people_ascii ENCODING 'SQL_ASCII' TEMPLATE template0`)
    expect(await refusal(at('people_ascii'))).toMatch(/has the encoding SQL_ASCII\. Create one with/)
    await admin.query('DROP DATABASE people_ascii')
    await admin.query('CREATE ROLE people_guest LOGIN')
    await admin.query(`CREATE DATABASE people_theirs TEMPLATE template0`)
    const guest = at('people_theirs').replace('pulsekey:', 'people_guest:')
    expect(await refusal(guest)).toMatch(/may not create tables/)
    const theirs = new pg.Client(at('people_theirs'))
    await theirs.connect()
    await theirs.query('GRANT CREATE ON SCHEMA public TO people_guest')
    await theirs.end()
    const { place, name } = findStorePlace(undefined, { PULSEKEY_STORE: guest })!
    await checkServer(place, name)
    await expect(checkServer(place, name, ['public', 'telemetry'])).rejects.toThrow(
      /may not create tables in .* \(schema telemetry\)/,
    )
    await admin.query('DROP DATABASE people_theirs')
    await admin.query('DROP ROLE people_guest')
  })
})

describe('TLS', () => {
  const [theirs, other] = [makeCertificate(), makeCertificate()]
  let server: Server | undefined
  const sockets = new Set<Socket>()
  afterEach(() => {
    for (const one of sockets) one.destroy()
    server?.close()
  })

  /** Answers as PostgreSQL does to a wish for TLS. @returns its port */
  function listen(certificate: { readonly cert: string; readonly key: string } | undefined): Promise<number> {
    return new Promise((resolve) => {
      server = createServer((plain) => {
        sockets.add(plain)
        plain.on('error', () => undefined)
        plain.once('data', () => {
          plain.write(certificate === undefined ? 'N' : 'S')
          if (certificate === undefined) return
          const safe = new TLSSocket(plain, { isServer: true, ...certificate })
          safe.on('error', () => undefined)
          // The first message on the safe connection: this is no database.
          safe.once('data', () => plain.destroy())
        })
      }).listen(0, '127.0.0.1', () => {
        const at = server?.address()
        resolve(typeof at === 'object' && at !== null ? at.port : 0)
      })
    })
  }
  const url = (port: number, host = '127.0.0.1') =>
    `postgres://u:s3cret@${host}:${port}/d?sslmode=verify-full&sslrootcert=/ca.pem`

  it('refuses a server without it', async () => {
    expect(await refusal(url(await listen(undefined)), () => theirs.cert)).toMatch(/has no TLS: set ssl = on/)
  })

  it('refuses a certificate of an unknown authority', async () => {
    expect(await refusal(url(await listen(theirs)), () => other.cert)).toMatch(
      /doesn't trust: name the authority/,
    )
  })

  it('refuses a certificate of another name', async () => {
    const port = await listen(theirs)
    expect(await refusal(url(port, 'localhost'), () => theirs.cert)).toMatch(/is for another name/)
  })

  it('goes on with the certificate of the server', async () => {
    expect(await refusal(url(await listen(theirs)), () => theirs.cert)).toMatch(/gives no answer/)
  })
})
