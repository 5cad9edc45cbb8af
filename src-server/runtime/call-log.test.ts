import { expect, it } from 'vitest'
import { CallLog } from './call-log.ts'
import type { RequestContext } from './request-context.ts'

const context = { now: 1_700_000_000, app: { settings: { id: 10_001 } } } as RequestContext
const call = (body: Uint8Array) => ({ method: 'POST', query: 'api=ini', body, ip: '192.0.2.1' })

it('keeps the first 4 KB of a body, and holds no more of the body in memory', () => {
  const log = new CallLog()
  log.received(call(Buffer.alloc(65_536, 'a')), context, undefined)
  log.received(call(Buffer.from('kami=1')), context, undefined)
  const [short, long] = log.newest(10_001, 10)
  expect(short).toMatchObject({ cut: false, raw: { body: Buffer.from('kami=1') } })
  expect(long?.cut).toBe(true)
  expect(Buffer.from(long!.raw.body).equals(Buffer.alloc(4096, 'a'))).toBe(true)
  expect(long?.raw.body.buffer.byteLength).toBeLessThan(10_000)
})

it('shares the calls of its own copy only, also where calls of another one came in between', () => {
  const log = new CallLog()
  const texts = (calls: readonly { raw: { body: Uint8Array } }[]) =>
    calls.map(({ raw }) => Buffer.from(raw.body).toString())
  log.received(call(Buffer.from('own')), context, undefined)
  const raw = call(Buffer.from('other'))
  log.follow({ app: 10_001, calls: [{ at: context.now, raw, cut: false, refusal: undefined }] })
  expect(log.takeUnshared().map(({ app, calls }) => [app, texts(calls)])).toEqual([[10_001, ['own']]])
  expect(log.takeUnshared()).toEqual([])
  expect(texts(log.newest(10_001, 10))).toEqual(['other', 'own'])
})

it('shares 50 calls at once, the newest, and of each application as many', () => {
  const log = new CallLog()
  const receive = (app: number, n: number) => {
    const of = { ...context, app: { settings: { id: app } } } as RequestContext
    log.received(call(Buffer.from(`${n}`)), of, undefined)
  }
  for (let n = 1; n <= 1000; n++) receive(1, n)
  receive(2, 1)
  const shared = () => log.takeUnshared().map(({ app, calls }) => [app, calls.length])
  expect(shared()).toEqual([
    [1, 25],
    [2, 1],
  ])
  for (let n = 1; n <= 1000; n++) receive(1, n)
  expect(log.takeUnshared()[0]?.calls.map(({ raw }) => Number(raw.body.toString()))).toEqual(
    Array.from({ length: 50 }, (_, n) => 951 + n),
  )
  // The applications that found no place are the first ones of the next frame.
  for (let app = 1; app <= 60; app++) receive(app, 1)
  expect(shared()).toHaveLength(50)
  receive(1, 2)
  expect(shared().map(([app]) => app)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 1])
})
