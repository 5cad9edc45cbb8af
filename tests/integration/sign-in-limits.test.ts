import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { post } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, PASSWORD } from './operators.ts'

const AT_ONCE = 20
let server: TestServer

// Hundreds of sign-ins, each with a hash and a write to the disk, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

beforeAll(async () => {
  server = await TestServer.start()
  await server.act('settings_set', {
    listeners: { console_public: true },
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
  })
})
afterAll(() => server.end())

interface Reply {
  readonly code: number
}
const login = async (url: string, name: string, password: string, headers: Record<string, string>) =>
  (await (await post(url, 'login', { name, password }, headers)).json()) as Reply
/** A sign-in from an address of the internet, at the public address of the console. */
const from = (ip: string, name: string, password: string) =>
  login(server.running.publicUrl, name, password, { 'x-forwarded-for': ip })
/** A sign-in at the console's own listener. */
const atThisMachine = (name: string, password: string) => login(server.running.consoleUrl, name, password, {})

async function codesOf(count: number, attempt: (at: number) => Promise<Reply>): Promise<number[]> {
  const codes: number[] = []
  // A few at once: a sign-in waits for a hash and for the disk.
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, i) => attempt(at + i))
    codes.push(...(await Promise.all(some)).map(({ code }) => code))
  }
  return codes
}
const judged = (codes: readonly number[]) => codes.filter((code) => code === 401).length

describe('wrong passwords', () => {
  it('of sixty addresses of one IPv6 /64 lock a name as those of one address', async () => {
    const codes = await codesOf(60, (at) => from(`2001:db8:1:1::${at}`, 'owner', `wrong ${at}`))
    expect(judged(codes)).toBeLessThanOrEqual(7)
    expect(await from('2001:db8:1:1:ffff::1', 'owner', OWNER_PASSWORD)).toMatchObject({ code: 429 })
    expect(await from('2001:db8:1:2::1', 'owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
  })

  it('under made-up names have a total for a network', async () => {
    const codes = await codesOf(120, (at) => from('192.0.2.1', `name ${at}`, PASSWORD))
    expect(judged(codes)).toBe(30)
    expect(await from('192.0.2.1', 'owner', OWNER_PASSWORD)).toMatchObject({ code: 429 })
    expect(await from('192.0.2.2', 'owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
    server.clock.pass(600)
    expect(await from('192.0.2.1', 'owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
  })

  it('at once are no more than in a row', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => from('192.0.2.11', `made up ${at}`, PASSWORD)),
    )
    expect(judged(replies.map(({ code }) => code))).toBeLessThanOrEqual(30)
  })

  it('of many networks for one name stop strangers, and not the networks that its operator signed in from', async () => {
    await addOperator(server, 'sprayed', 'developer')
    expect(await from('198.51.100.1', 'sprayed', PASSWORD)).toMatchObject({ code: 200 })
    const codes = await codesOf(150, (at) => from(`203.0.113.${at}`, 'sprayed', `wrong ${at}`))
    expect(judged(codes)).toBe(100)
    expect(await from('203.0.113.200', 'sprayed', PASSWORD)).toMatchObject({ code: 429 })
    expect(await from('198.51.100.1', 'sprayed', PASSWORD)).toMatchObject({ code: 200 })
    // The history of sign-ins knows the network after a restart, when the counts begin again.
    await server.close()
    await server.open()
    await codesOf(101, (at) => from(`203.0.114.${at}`, 'sprayed', `wrong ${at}`))
    expect(await from('203.0.114.200', 'sprayed', PASSWORD)).toMatchObject({ code: 429 })
    expect(await from('198.51.100.1', 'sprayed', PASSWORD)).toMatchObject({ code: 200 })
  })

  it('of a right password count nothing, however many people share an address', async () => {
    await addOperator(server, 'colleague', 'developer')
    const codes = await codesOf(45, () => from('192.0.2.30', 'colleague', PASSWORD))
    expect(new Set(codes)).toEqual(new Set([200]))
  })
})

describe('the owner at this machine', () => {
  it('signs in and confirms while strangers use up every budget', async () => {
    const owner = await server.owner()
    const strangers = Array.from({ length: 80 }, (_, at) =>
      from('192.0.2.99', `no such name ${at}`, PASSWORD),
    )
    const guesses = Array.from({ length: 40 }, (_, at) => from(`203.0.115.${at}`, 'owner', `wrong ${at}`))
    for (let at = 0; at < 5; at++) {
      expect(await atThisMachine('owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
      expect(await owner.try('step_up', { password: OWNER_PASSWORD })).toMatchObject({ code: 200 })
    }
    await Promise.all([...strangers, ...guesses])
  })

  it('is not locked by strangers who come through a proxy that is not configured', async () => {
    const proxy = (name: string, password: string) => login(server.running.publicUrl, name, password, {})
    await server.act('settings_set', { client_address: { source: 'socket', trusted: [] } })
    // They all have the address 127.0.0.1.
    expect(judged(await codesOf(8, () => proxy('owner', 'wrong')))).toBeLessThanOrEqual(7)
    expect(await proxy('owner', OWNER_PASSWORD)).toMatchObject({ code: 429 })
    expect(await atThisMachine('owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
    expect(await (await server.owner()).try('step_up', { password: OWNER_PASSWORD })).toMatchObject({
      code: 200,
    })
    // And the owner's own typing errors lock the owner.
    expect(judged(await codesOf(8, () => atThisMachine('owner', 'wrong')))).toBeLessThanOrEqual(7)
    expect(await atThisMachine('owner', OWNER_PASSWORD)).toMatchObject({ code: 429 })
    server.clock.pass(60)
    expect(await atThisMachine('owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
  })
})
