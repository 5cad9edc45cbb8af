import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawCall } from '../../src-server/runtime/call.ts'
import { paste } from './preview-calls.ts'
import { BIND_SECRET, layApplication, tune } from './preview-scene.ts'
import { FORBIDDEN_BASE, openPreviewWorld, USER_PASSWORD, type PreviewWorld } from './preview-world.ts'

/** Allowances are for calls: previews use none, and show the remaining ones. */

let world: PreviewWorld
let app: number

beforeAll(async () => {
  world = await openPreviewWorld()
  app = await layApplication(world)
  const { mt5 } = world.context.registry.find(app)!.settings
  const bot = { messengerEnabled: true, messengerAppId: 'cli_1', messengerAppSecret: 'secret' }
  await tune(world, app, {
    sign: false,
    window: 0,
    mt5: { ...mt5, enabled: true, ...bot, bindSecret: BIND_SECRET },
  })
}, 120_000)
afterAll(() => world.end(), 60_000)

function callOf(api: string, params: Readonly<Record<string, string>>): RawCall {
  const body = Buffer.from(new URLSearchParams(params).toString())
  return { method: 'POST', query: `api=${api}&app=${app}`, body, ip: '127.0.0.1' }
}
async function preview(call: RawCall): Promise<number | null> {
  const explained = await world.inspector.explain(app, paste(call))
  expect(explained).toMatchObject({ refused: null })
  return explained!.outcome
}
const answer = async (call: RawCall) =>
  (JSON.parse(String((await world.answer(call)).body)) as { code: number }).code
const times = async <T>(count: number, act: () => Promise<T>): Promise<Set<T>> => {
  const said = new Set<T>()
  for (let time = 0; time < count; time++) said.add(await act())
  return said
}

describe('previews', () => {
  it("send no message, use none of an account's twenty a minute, and delay no message", async () => {
    const call = callOf('mt5notify', { account_key: '7001@Demo', text: 'hello' })
    // So many that a message behind them would be too late for its answer.
    expect(await times(70, () => preview(call))).toEqual(new Set([200]))
    const one = async () => {
      world.clock.pass(0.25)
      return answer(call)
    }
    expect(await times(20, one)).toEqual(new Set([200]))
    expect([await preview(call), await answer(call)]).toEqual([201, 201])
    const { mt5 } = world.context.registry.find(app)!.settings
    await tune(world, app, { mt5: { ...mt5, messengerBase: FORBIDDEN_BASE } })
    world.clock.pass(60)
    expect([await preview(call), await answer(call)]).toEqual([500, 500])
  })

  it('guess no bind secret and no bind code instead of a call', async () => {
    const wrong = callOf('mt5messenger_bind', { action: 'confirm', secret: 'a guess', open_id: 'ou_1' })
    expect(await times(15, () => preview(wrong))).toEqual(new Set([403]))
    expect(await times(10, () => answer(wrong))).toEqual(new Set([403]))
    expect([await preview(wrong), await answer(wrong)]).toEqual([201, 201])
    const unknown = callOf('mt5messenger_bind', { action: 'status', bind_code: 'AAAAAAAA' })
    expect(await times(35, () => preview(unknown))).toEqual(new Set([404]))
    expect(await times(30, () => answer(unknown))).toEqual(new Set([404]))
    expect([await preview(unknown), await answer(unknown)]).toEqual([201, 201])
  })

  it('give out no bind code', async () => {
    const request = callOf('mt5messenger_bind', { action: 'request', account_key: '7002@Demo' })
    expect(await times(9, () => preview(request))).toEqual(new Set([200]))
    expect(await times(5, () => answer(request))).toEqual(new Set([200]))
    expect([await preview(request), await answer(request)]).toEqual([201, 201])
  })

  it('try few wrong passwords, lock nobody out, and show a lock', async () => {
    const [right, wrong] = [USER_PASSWORD, 'Wrong.123'].map((password) =>
      callOf('userlogon', { user: 'known_user', password }),
    )
    const tried = []
    for (let guess = 0; guess < 8; guess++) tried.push(await preview(wrong!))
    expect(tried).toEqual([113, 113, 113, 113, 113, null, null, null])
    // The right password gets the same answer after so many guesses.
    expect(await preview(right!)).toBe(null)
    world.clock.pass(600)
    expect([await preview(right!), await preview(right!), await answer(right!)]).toEqual([200, 200, 200])
    expect(await times(5, () => answer(wrong!))).toEqual(new Set([113]))
    expect([await preview(right!), await answer(right!)]).toEqual([201, 201])
  })

  it('reveal nothing about a password of a recent login, once too many were tried', async () => {
    const [right, wrong] = [USER_PASSWORD, 'Wrong.123'].map((password) =>
      callOf('userlogon', { user: 'known_user', password }),
    )
    world.clock.pass(3600)
    expect([await answer(right!), await preview(right!)]).toEqual([200, 200])
    expect(await times(5, () => preview(wrong!))).toEqual(new Set([113]))
    expect([await preview(wrong!), await preview(right!)]).toEqual([null, null])
  })

  it('make no account and leave its address free', async () => {
    const call = callOf('userreg', { user: 'brand_new', password: USER_PASSWORD, qq: '4711' })
    expect(await times(3, () => preview(call))).toEqual(new Set([200]))
    expect([await answer(call), await preview(call), await answer(call)]).toEqual([200, 174, 174])
  })
})
