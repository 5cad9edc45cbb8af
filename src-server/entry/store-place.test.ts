import { describe, expect, it } from 'vitest'
import { findNamedPlace, findStorePlace, findTelemetryPlace, isStoreName } from './store-place.ts'

const FILES: Readonly<Record<string, string>> = { '/ca.pem': 'authority', '/c.pem': 'own', '/k.pem': 'key' }
const placeOf = (url: string) =>
  findStorePlace(undefined, { PULSEKEY_STORE: url }, (path) => FILES[path] ?? '')!
/** The parts of the address that the driver gets. */
const partsOf = (url: string) => {
  const { place, name } = placeOf(url)
  const { username, password, hostname, port, pathname, searchParams } = new URL(place.url)
  return {
    login: `${username}:${password}@${hostname}:${port}${pathname}`,
    query: Object.fromEntries(searchParams),
    name,
  }
}

it('is the data folder where nothing names a database', () => {
  expect(findStorePlace(undefined, {})).toBeUndefined()
  expect(findStorePlace(undefined, { PULSEKEY_STORE: ' ' })).toBeUndefined()
})

it('comes from the environment, or from a file that wins', () => {
  const url = 'postgres://keys:s3cret@db.example:5433/licences'
  const named = placeOf(url)
  expect(named.name).toBe('db.example:5433/licences')
  expect(findStorePlace(undefined, { PULSEKEY_STORE: `${url}\n` })).toEqual(named)
  expect(findStorePlace('f', { PULSEKEY_STORE: 'postgres://other/x' }, () => `${url}\n`)).toEqual(named)
})

it.each([
  ['postgres://u:p@db.example:5433/d', 'u:p@localhost:5433/d', 'db.example', 'db.example:5433/d'],
  ['postgresql://u@/d?host=%2Frun%2Fpg', 'u:@localhost:/d', '/run/pg', '/run/pg/d'],
  ['postgres://u@%2Frun%2Fpg/d', 'u:@localhost:/d', '/run/pg', '/run/pg/d'],
  ['postgres://u@/d', 'u:@localhost:/d', 'localhost', 'localhost/d'],
  ['postgres://u@[::1]:1/d', 'u:@localhost:1/d', '::1', '::1:1/d'],
])('%s leads to one host', (url, login, host, name) => {
  expect(partsOf(url)).toEqual({ login, query: { host }, name })
})

it('refuses what is no address, without its text', () => {
  for (const text of ['s3cret', 'mysql://u:s3cret@h/d', 'postgres://u:s3cret@h:x/d', ''])
    expect(() => findStorePlace('f', {}, () => text)).toThrow(/^--store-file f has no address of a database/)
  expect(() => findStorePlace('f', {}, () => 's3cret')).not.toThrow(/s3cret/)
})

describe('TLS', () => {
  const tlsOf = (url: string) => placeOf(url).place.tls

  it('knows a server elsewhere by its certificate and name', () => {
    for (const query of ['', '?sslmode=verify-full', '?sslmode=verify-full&sslrootcert=system'])
      expect(tlsOf(`postgres://u:p@db.example/d${query}`)).toEqual({})
    const files = 'sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem'
    expect(tlsOf(`postgres://u@10.0.0.5/d?${files}`)).toEqual({ ca: 'authority', cert: 'own', key: 'key' })
    expect(partsOf(`postgres://u@h/d?sslmode=verify-full&${files}`).query).toEqual({ host: 'h' })
  })

  it.each(['disable', 'allow', 'prefer', 'require', 'verify-ca'])(
    'refuses %s for a server elsewhere',
    (mode) => {
      for (const host of [
        'db.example',
        '10.0.0.5',
        'localhost.example',
        '127.0.0.1.example',
        '[2001:db8::1]',
      ])
        expect(() => tlsOf(`postgres://u:s3cret@${host}/d?sslmode=${mode}`)).toThrow(
          /^(?!.*s3cret)PULSEKEY_STORE asks for a connection to .* Write sslmode=verify-full/,
        )
      // The driver takes the host of the query.
      expect(() => tlsOf(`postgres://u@127.0.0.1/d?host=db.example&sslmode=${mode}`)).toThrow(/verify-full/)
    },
  )

  it('lets a server on this machine do without', () => {
    for (const address of ['localhost', '127.0.0.1', '[::1]', '%2Frun%2Fpg']) {
      expect(tlsOf(`postgres://u@${address}/d`)).toBe(false)
      expect(tlsOf(`postgres://u@${address}/d?sslmode=disable`)).toBe(false)
      expect(tlsOf(`postgres://u@${address}/d?sslmode=require`)).toEqual({ rejectUnauthorized: false })
      expect(tlsOf(`postgres://u@${address}/d?sslmode=verify-full`)).toEqual({})
    }
    expect(tlsOf('postgres://u@localhost/d?sslmode=verify-ca&sslrootcert=/ca.pem')).toMatchObject({
      ca: 'authority',
    })
  })

  it.each([
    'sslmode=no-verify',
    'ssl=false',
    'ssl=no-verify',
    'uselibpqcompat=true',
    'sslnegotiation=direct',
  ])('refuses %s, which it does not know', (query) => {
    expect(() => tlsOf(`postgres://u:s3cret@localhost/d?${query}`)).toThrow(
      /^(?!.*s3cret).*names TLS in a way/,
    )
  })
})

it('names the database of the figures by its own variable or file', () => {
  const url = 'postgres://keys:s3cret@localhost:5433/figures'
  expect(findTelemetryPlace(undefined, { PULSEKEY_STORE: url })).toBeUndefined()
  expect(findTelemetryPlace(undefined, { PULSEKEY_TELEMETRY_STORE: url })?.name).toBe(
    'localhost:5433/figures',
  )
  expect(findTelemetryPlace('f', {}, () => url)?.name).toBe('localhost:5433/figures')
  expect(() => findTelemetryPlace('f', {}, () => '')).toThrow(/^--telemetry-store-file f has no address/)
})

describe('a side of a move', () => {
  const read = () => 'postgres://me:s3cret@localhost/data'

  it('is a database by its address, or by the word for it', () => {
    expect(
      ['postgres', 'postgres://h/d', 'postgresql://h/d', './postgres', '/data'].map(isStoreName),
    ).toEqual([true, true, true, false, false])
    expect(findNamedPlace('--to', 'postgres', 'file', {}, read).name).toBe('localhost/data')
    expect(findNamedPlace('--to', 'postgres://me@localhost:5433/data', undefined, {}).name).toBe(
      'localhost:5433/data',
    )
    expect(findNamedPlace('--to', 'postgres://me@/data?host=/run/postgresql', undefined, {}).name).toBe(
      '/run/postgresql/data',
    )
  })

  it('needs an address from somewhere, and takes no password from the command line', () => {
    expect(() => findNamedPlace('--to', 'postgres', undefined, {})).toThrow('--store-file')
    for (const text of ['postgres://me:s3cret@localhost/d', 'postgres://localhost/d?user=me&password=s3cret'])
      expect(() => findNamedPlace('--from', text, undefined, {})).toThrow(/^--from has a password/)
  })
})
