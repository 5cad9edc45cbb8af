import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { FOREVER, RecordWorld } from './record-world.ts'

/**
 * Edits of a code's time around a refund, and of permanent codes, and the trading account's time after them.
 */
let world: RecordWorld
let server: TestServer
let app: number

beforeAll(async () => {
  world = await RecordWorld.start()
  ;({ server, app } = world)
})
afterAll(() => server.end())

const inDays = (days: number) => world.inDays(days)
const change = (code: number, edit: object) => server.act('code_update', { ids: [code], ...edit })
const refund = (code: number) => change(code, { disabled: true })
const giveBack = (code: number) => change(code, { disabled: false })
const days = (amount: number) => ({ convert: { type: 'time', unit: 'day', amount } })
const endOf = async (key: string) => (await world.recordOf(key))?.vip

/** A permanent code on a trading account that had 30 days. */
async function permanent() {
  const { key } = await world.activated()
  const kami = await server.code({ app, type: 'permanent' })
  expect(await world.logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(FOREVER) } })
  return { key, code: await world.idOf(kami) }
}

describe('a code that is edited while it is refunded', () => {
  it.each([
    ['longer', { extend_seconds: 10 * 86_400 }, 40],
    ['shorter', { extend_seconds: -10 * 86_400 }, 20],
  ])('%s: a second refund takes all of its time', async (_, edit, left) => {
    const { key, code } = await world.activated()
    await refund(code)
    await change(code, edit)
    await giveBack(code)
    expect(await endOf(key)).toBe(inDays(left))
    await refund(code)
    expect(await endOf(key)).toBe(inDays(0))
  })

  it('leaves no time after a second refund when it became permanent', async () => {
    const { key, code } = await world.activated()
    await refund(code)
    await change(code, { convert: { type: 'permanent' } })
    await giveBack(code)
    expect(await endOf(key)).toBe(FOREVER)
    await refund(code)
    expect(await endOf(key)).toBe(inDays(0))
  })

  it('gives back its days after a second refund when it became permanent and then temporary again', async () => {
    const { key, code } = await permanent()
    await refund(code)
    await change(code, days(7))
    await giveBack(code)
    expect(await endOf(key)).toBe(inDays(37))
    await refund(code)
    expect(await endOf(key)).toBe(inDays(30))
  })
})

describe('a permanent code that gets an end', () => {
  it('leaves the days that the account had before it', async () => {
    const { key, code } = await permanent()
    await change(code, days(7))
    expect(await endOf(key)).toBe(inDays(37))
    await refund(code)
    expect(await endOf(key)).toBe(inDays(30))
  })

  it('changes nothing where the vendor gave the record an end', async () => {
    const { key, code } = await permanent()
    const { id } = (await world.recordOf(key))!
    await server.act('device_update', { id, vip: inDays(5) })
    await change(code, days(7))
    expect(await endOf(key)).toBe(inDays(5))
    await refund(code)
    expect(await endOf(key)).toBe(inDays(5))
  })
})

it('a permanent code that is disabled during its login changes nothing of an earlier code', async () => {
  const { key, code } = await permanent()
  const { id } = (await world.recordOf(key))!
  await server.act('device_update', { id, vip: inDays(5) })
  const second = await server.code({ app, type: 'permanent' })
  const idOfSecond = await world.idOf(second)

  const writer = await world.holdWriter()
  const disabled = refund(idOfSecond)
  await server.act('app_get', { app })
  const login = world.logIn(second, key)
  await server.act('app_get', { app })
  void writer.release()
  expect([(await disabled).done, (await login).code]).toEqual([1, 151])
  expect(await server.act('code_get', { id: code })).toMatchObject({ gave_seconds: FOREVER })
})
