import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layOldData } from '../support/old-data.ts'
import { readReply, type ApiReply } from '../support/runtime-client.ts'
import { TestServer } from '../support/test-server.ts'
import { USER_PASSWORD, type Customer, type Recorded } from './fixtures/data-0.1.0/customers.ts'

/** A data folder of 0.1.0, opened by today's server at the second of the recorded answers. */
const FIXTURE = join(import.meta.dirname, 'fixtures/data-0.1.0/customers.json')
const recorded = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Recorded
const { at: NOW, apps, customers } = recorded
const DAY = 86_400

const startOld = () => TestServer.startOn(layOldData, NOW)
const find = (name: string): Customer => {
  const found = customers.find((customer) => customer.name === name)
  if (found === undefined) throw new Error(`nobody is called ${name}`)
  return found
}

async function call(
  server: TestServer,
  api: string,
  app: number,
  params: object,
  from = '',
): Promise<ApiReply> {
  const body = new URLSearchParams(params as Record<string, string>)
  const headers = from === '' ? undefined : { 'x-forwarded-for': from }
  const url = `${server.running.publicUrl}/api.php?api=${api}&app=${app}`
  return readReply(await fetch(url, { method: 'POST', body, ...(headers && { headers }) }))
}
const mt5logon = (server: TestServer, { app, place, from }: Customer) =>
  call(server, 'mt5logon', app, { account_key: place }, from)
const kmlogon = (server: TestServer, { app, kami, place, from }: Customer) =>
  call(server, 'kmlogon', app, { kami, markcode: place }, from)
const vipOf = ({ msg, vip }: ApiReply): number => Number(typeof msg === 'object' ? msg['vip'] : vip)

/** Intended differences between 0.1.0 and today. */
const isFree = ({ app }: Customer) => app === apps.free
const isStopped = ({ mt5logon: before }: Customer) => before?.code === 114

interface Seen {
  readonly before: Map<Customer, ApiReply>
  readonly logins: Map<Customer, ApiReply>
  readonly after: Map<Customer, ApiReply>
}

/** Calls for every customer as in the record: all accounts, then all codes, then all accounts again. */
async function askAll(server: TestServer): Promise<Seen> {
  const seen: Seen = { before: new Map(), logins: new Map(), after: new Map() }
  const accounts = customers.filter((customer) => customer.mt5logon !== null)
  for (const customer of accounts) seen.before.set(customer, await mt5logon(server, customer))
  for (const customer of customers.filter(({ kami }) => kami !== ''))
    seen.logins.set(customer, await kmlogon(server, customer))
  for (const customer of accounts) seen.after.set(customer, await mt5logon(server, customer))
  return seen
}

describe('every customer of 0.1.0', () => {
  let server: TestServer
  let seen: Seen

  beforeAll(async () => {
    server = await startOld()
    seen = await askAll(server)
  })
  afterAll(() => server.end())

  it('is in the data, with every kind', () => {
    expect(customers.length).toBeGreaterThan(80)
    const codes = new Set(customers.flatMap((one) => [one.mt5logon?.code, one.kmlogon?.code]))
    for (const code of [200, 201, 114, 404, 149, 150, 151, 167, 169]) expect(codes).toContain(code)
  })

  const accounts = customers.filter((one) => one.mt5logon !== null)
  it.each(accounts.map((one) => [`${one.name} ${one.kami}`, one] as const))('mt5logon: %s', (_, one) => {
    const old = one.mt5logon!
    const reply = seen.before.get(one)!
    switch (old.code) {
      case 200:
        expect(reply).toMatchObject({ code: 200 })
        expect(reply['vip']).toBeGreaterThanOrEqual(old.vip!)
        break
      case 201:
        // A live code of an ended record counted like the record: 0.1.0 extended the record at the next
        // login.
        expect([200, 201]).toContain(reply.code)
        break
      case 114:
        expect(reply).toMatchObject({ code: 114, msg: old.msg })
        break
      default:
        expect(reply).toMatchObject({ code: isFree(one) ? 200 : 404 })
    }
  })

  const withCode = customers.filter(({ kami }) => kami !== '')
  it.each(withCode.map((one) => [`${one.name} ${one.kami}`, one] as const))('kmlogon: %s', (_, one) => {
    const old = one.kmlogon!
    const reply = seen.logins.get(one)!
    if (isStopped(one)) {
      // 0.1.0 accepted the code of a disabled record.
      expect(reply.code).toBe(114)
    } else if (old.code === 200) {
      expect(reply).toMatchObject({ code: 200 })
      expect(vipOf(reply)).toBeGreaterThanOrEqual(old.vip!)
    } else if (old.code === 201 && seen.before.get(one)?.code === 200) {
      // The code has ended and the record has not: the record answers.
      expect(reply).toMatchObject({ code: 200 })
      expect(vipOf(reply)).toBe(seen.before.get(one)!['vip'])
    } else expect(reply.code).toBe(old.code)
  })

  it.each(accounts.map((one) => [`${one.name} ${one.kami}`, one] as const))(
    'mt5logon after all logins: %s',
    (_, one) => {
      const old = one.mt5logonAfter!
      const reply = seen.after.get(one)!
      expect(reply.code).toBe(isFree(one) && old.code === 404 ? 200 : old.code)
      if (old.code === 200) expect(reply['vip']).toBeGreaterThanOrEqual(old.vip!)
    },
  )

  it.each(accounts.map((one) => [`${one.name} ${one.kami}`, one] as const))(
    'no customer gets time again that a code already gave: %s',
    (_, one) => {
      if (isFree(one)) return
      const most = Math.max(
        ...customers
          .filter((other) => other.place.trim() === one.place.trim())
          .flatMap(({ mt5logonAfter, kmlogon: login }) => [mt5logonAfter?.vip ?? 0, login?.vip ?? 0]),
      )
      expect(seen.after.get(one)!['vip']).toBeLessThanOrEqual(most)
    },
  )

  it.each(recorded.endpoints.map((endpoint) => [endpoint.api, endpoint] as const))(
    'the application has the endpoint %s as before',
    async (api, { app, code }) => {
      const url = `${server.running.publicUrl}/api.php?api=${api}&app=${app}&appid=${app}&type=lua`
      const text = await (await fetch(url)).text()
      expect(text.startsWith('{') ? (JSON.parse(text) as ApiReply).code : 200).toBe(code)
    },
  )

  it.each(recorded.users.map((user) => [user.user, user] as const))(
    'userlogon: %s',
    async (user, { app, userlogon }) => {
      const reply = await call(server, 'userlogon', app, { user, password: USER_PASSWORD })
      expect(reply).toMatchObject({ code: userlogon.code })
      expect(vipOf(reply)).toBe(userlogon.vip)
    },
  )
})

describe('orders and requests that waited when 0.1.0 stopped', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startOld()
  })
  afterAll(() => server.end())

  const pulse = (name: string, positions: number) =>
    call(server, 'mt5pulse', apps.main, { account_key: find(name).place, positions })
  const handle = async (subject: string, more: object = {}) => {
    const { rows } = await server.act('auth_request_list', { search: subject })
    const request = rows.find((row) => row.subject === subject || row.code?.kami === subject)!
    return (await server.owner()).try('auth_request_handle', { id: request.id, decision: 'approve', ...more })
  }

  it('deliver a waiting close once', async () => {
    expect(await pulse('CLOSE-ASKED', 1)).toMatchObject({ code: 200, close_all: 1 })
    expect(await pulse('CLOSE-ASKED', 1)).toMatchObject({ code: 200, close_all: 0 })
  })

  it('deliver no close again that was carried out', async () => {
    expect(await pulse('CLOSE-DONE', 1)).toMatchObject({ code: 200, close_all: 0, pause_open: 0 })
  })

  it('keep a paused account paused', async () => {
    expect(await pulse('PAUSED', 1)).toMatchObject({ code: 200, close_all: 0, pause_open: 1 })
  })

  it('move the account and its code in a rebind', async () => {
    const { place, kami, mt5logon: old } = find('account that waits for a rebind')
    expect(await handle(place)).toMatchObject({ code: 200 })
    expect(await call(server, 'mt5logon', apps.main, { account_key: '93001@XM Live 7' })).toMatchObject({
      code: 200,
      vip: old!.vip,
    })
    const logIn = (markcode: string) => call(server, 'kmlogon', apps.main, { kami, markcode })
    expect(await logIn('93001@XM Live 7')).toMatchObject({ code: 200, msg: { vip: String(old!.vip) } })
    expect(await logIn(place)).toMatchObject({ code: 150 })
  })

  it('carry out the unbind of a PC', async () => {
    expect(await handle('R-PC')).toMatchObject({ code: 200 })
    expect(await call(server, 'kmlogon', apps.main, { kami: 'R-PC', markcode: 'PC-31' })).toMatchObject({
      code: 200,
    })
  })

  it("refuse the unbind of an account's code: one licence never becomes two", async () => {
    const { place: account } = find('account that waits for an unbind')
    expect(await handle('R-ACCOUNT', { waive: true })).toMatchObject({ code: 409 })
    const logIn = (markcode: string) => call(server, 'kmlogon', apps.main, { kami: 'R-ACCOUNT', markcode })
    expect(await logIn('PC-32')).toMatchObject({ code: 150 })
    expect(await logIn(account)).toMatchObject({ code: 200 })
  })

  it('log no PC in with a code that 0.1.0 freed of its account', async () => {
    expect(await call(server, 'kmlogon', apps.main, { kami: 'A-FREE', markcode: 'PC-33' })).toMatchObject({
      code: 150,
    })
  })
})

describe('refunds of codes that 0.1.0 used', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startOld()
  })
  afterAll(() => server.end())

  const refund = async (kami: string) => {
    const { rows } = await server.act('code_list', { filter: { app: apps.main, kami } })
    const ids = [rows[0]!.id]
    expect(await server.act('code_update', { ids, disabled: true })).toMatchObject({ done: 1 })
    return ids
  }

  it.each(['time code', 'VIP code of 60 days', 'permanent code', 'code after the end'])(
    'end the record whose only live code they take: %s',
    async (name) => {
      const one = find(name)
      const ids = await refund(one.kami)
      expect(await mt5logon(server, one)).toMatchObject({ code: 201 })
      await server.act('code_update', { ids, disabled: false })
      expect(await mt5logon(server, one)).toMatchObject({ code: 200, vip: one.mt5logon!.vip })
    },
  )

  it('of a permanent code leave what the earlier time code gave', async () => {
    await refund('A-BOTH-2')
    expect(await mt5logon(server, find('time code before a permanent one'))).toMatchObject({
      code: 200,
      vip: NOW + 20 * DAY,
    })
  })

  it.each(['disabled code of a record that runs', 'disabled code of a shortened record'])(
    'that 0.1.0 made took no time, so an enabled code gives none: %s',
    async (name) => {
      const one = find(name)
      const { rows } = await server.act('code_list', { filter: { app: one.app, kami: one.kami } })
      await server.act('code_update', { ids: [rows[0]!.id], disabled: false })
      const { vip } = one.mt5logon!
      expect(await kmlogon(server, one)).toMatchObject({ code: 200, msg: { vip: String(vip) } })
      expect(await mt5logon(server, one)).toMatchObject({ code: 200, vip })
    },
  )

  it('of a recycled code keep the record, and the restored code answers from it', async () => {
    const one = find('recycled code of a record that runs')
    const filter = { app: one.app, kami: one.kami, state: 'recycled' } as const
    expect(await server.act('code_restore', { filter })).toMatchObject({ done: 1 })
    const { vip } = one.mt5logon!
    expect(await kmlogon(server, one)).toMatchObject({ code: 200, msg: { vip: String(vip) } })
    expect(await mt5logon(server, one)).toMatchObject({ code: 200, vip })
  })
})

it('a second start changes nothing more, and the first one stored a copy of the old data', async () => {
  const server = await startOld()
  const licences = () => {
    const db = new Database(join(server.folder, 'pulsekey.db'), { readonly: true })
    const tables = [
      'codes',
      'devices',
      'grants',
      'applications',
      'commands',
      'requests',
      'accounts',
      'migrations',
    ]
    const rows = tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()] as const)
    db.close()
    return Object.fromEntries(rows)
  }
  await server.close()
  expect(readdirSync(join(server.folder, 'backups')).some((name) => name.includes('pre-migrate'))).toBe(true)
  const first = licences()
  const dump = readFileSync(join(FIXTURE, '../pulsekey.sql'), 'utf8')
  for (const table of ['codes', 'devices', 'accounts', 'requests'])
    expect(first[table]).toHaveLength(dump.split(`\nINSERT INTO "${table}" `).length - 1)
  await server.open()
  await server.close()
  expect(licences()).toEqual(first)
  await server.open()
  expect(await server.act('audit_verify', {})).toMatchObject({ verification: { ok: true } })
  await server.end()
})
