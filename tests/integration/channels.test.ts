import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ChannelConfig } from '../../src-server/contract/channel-names.ts'
import type { MessageRecord } from '../../src-server/contract/actions/messages.ts'
import type { ChannelRecord } from '../../src-server/contract/records/channel.ts'
import { ChannelStub, STAND_INS } from '../support/channels/channel-stub.ts'
import { freePort } from '../support/free-port.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { leave } from './message-world.ts'

let server: TestServer
let stub: ChannelStub
let person: number
let made = 0
let channel: ChannelRecord
let began: number

beforeAll(async () => {
  server = await TestServer.start(START, { alertMs: 300 })
  stub = await ChannelStub.start(() => server.clock.nowMs())
  person = (await server.act('me', {})).operator
})
beforeEach(() => {
  began = server.clock.now()
})
afterEach(async () => {
  stub.moods.splice(0)
  stub.delivered.splice(0)
  stub.throttled = 0
  const { rows } = await server.act('channel_list', {})
  for (const { id } of rows) await server.act('channel_delete', { channel: id })
  // The services and the server forget what was sent.
  server.clock.pass(660)
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const save = (fields: ChannelConfig, more: Partial<ActionInput<'channel_save'>> = {}) =>
  server.act('channel_save', { kind: 'telegram', name: 'My phone', fields, ...more })
const alert = (...texts: readonly string[]) =>
  leave(
    server,
    ...texts.map((text) => ({
      kind: 'channel' as const,
      openId: '',
      operatorId: person,
      channelId: channel.id,
      text,
    })),
  )
/** The messages since the beginning of the test, the oldest first. */
const rows = async (): Promise<MessageRecord[]> =>
  (await server.act('message_list', { filter: { kind: 'channel' }, size: 100 })).rows
    .filter(({ created_at: at }) => at >= began)
    .toReversed()
const become = (state: MessageRecord['state'], count?: number) =>
  until(async () => {
    const all = await rows()
    const isDone = all.length > 0 && all.every((row) => row.state === state)
    return isDone && (count === undefined || all.length === count) && all
  }, `all ${state}`)
const failed = (error: string, attempts: number) =>
  until(async () => {
    const [first] = await rows()
    return first?.last_error === error && first.attempts === attempts && first
  }, `${error} after ${attempts}`)
/** Lets the time pass that the oldest message waits, again and again, until all are in the expected state. */
async function passUntil(state: MessageRecord['state']): Promise<readonly MessageRecord[]> {
  return until(async () => {
    const all = await rows()
    const waiting = all.find((row) => row.state === 'waiting')
    if (waiting === undefined) return all.every((row) => row.state === state) && all
    server.clock.pass(Math.max(3, (waiting.next_at ?? 0) - server.clock.now()))
    return false
  }, `all ${state} in the end`)
}

describe.each(STAND_INS.map((standIn) => [standIn.kind, standIn] as const))(
  'a %s channel',
  (kind, standIn) => {
    beforeEach(async () => {
      channel = await save(standIn.fields(stub.base, ++made), { kind })
    })

    it('delivers a test message at once', async () => {
      expect(await server.act('channel_test', { channel: channel.id })).toEqual({ sent: true, error: null })
      expect(stub.texts(kind)).toEqual([expect.stringContaining('My phone')])
      const { rows: list } = await server.act('channel_list', {})
      expect(list).toMatchObject([{ checked_at: server.clock.now(), last_error: '' }])
    })

    it('delivers an alert, and its list shows the delivery', async () => {
      await alert('Drawdown 31 %')
      const [row] = await become('sent')
      expect(stub.texts(kind)).toEqual(['Drawdown 31 %'])
      expect(row).toMatchObject({ kind: 'channel', to: 'My phone', last_error: '', attempts: 1 })
      const { rows: list } = await server.act('channel_list', {})
      expect(list[0]?.last).toMatchObject({ state: 'sent', at: server.clock.now(), text: 'Drawdown 31 %' })
    })

    it('gets waiting messages as one text', async () => {
      await alert('one', 'two', 'three')
      await become('sent')
      expect(stub.texts(kind)).toEqual(['one\ntwo\nthree'])
    })

    it('gets a long message in pieces that the service takes', async () => {
      const text = '净值'.repeat(1990)
      await alert(text, 'the next')
      await passUntil('sent')
      const pieces = stub.texts(kind)
      // Not compared as texts: a failure would print thousands of characters.
      expect(pieces.join('').replaceAll('\n', '') === `${text}the next`).toBe(true)
      expect(pieces.every((piece) => standIn.fits(piece))).toBe(true)
      expect(stub.throttled).toBe(0)
    })

    it('stays within the limits of the service during a flood', async () => {
      for (let n = 0; n < 12; n++) {
        await alert(`alert ${n}`)
        server.clock.pass(1)
      }
      await passUntil('sent')
      expect(stub.throttled).toBe(0)
      const lines = stub.texts(kind).flatMap((text) => text.split('\n'))
      expect(lines).toEqual(Array.from({ length: 12 }, (_, n) => `alert ${n}`))
    })

    it('waits as long as a service asks that throttles', async () => {
      stub.moods.push(40)
      await alert('after the rest')
      await until(async () => (await rows())[0]?.last_error.startsWith('rate'), 'the refusal')
      expect((await rows())[0]!.next_at! - server.clock.now()).toBeGreaterThanOrEqual(40)
      await passUntil('sent')
      expect(stub.texts(kind)).toEqual(['after the rest'])
    })

    it('gives up a message where the service does not know the key', async () => {
      channel = await save(standIn.wrong(stub.base), { kind })
      await alert('nobody reads it')
      const [row] = await become('dead')
      expect(row?.last_error).toMatch(/^credentials [0-9]+$/)
      server.clock.pass(5)
      expect(await server.act('channel_test', { channel: channel.id })).toMatchObject({
        sent: false,
        error: 'credentials',
      })
    })

    it('sends a message again, with a mark, when its answer was lost', async () => {
      stub.moods.push('taken')
      await alert('margin call')
      await failed('unreachable', 1)
      await alert('the next one')
      await passUntil('sent')
      const [first, second, third] = stub.texts(kind)
      expect(first).toBe('margin call')
      expect(second).toMatch(/^（重发.*）\nmargin call$/)
      expect(third).toBe('the next one')
    })

    it('ends a call that hangs, and tries again', async () => {
      stub.moods.push('hang')
      await alert('still waiting')
      await failed('unreachable', 1)
      await passUntil('sent')
      expect(stub.texts(kind)[0]).toContain('still waiting')
    })

    it('waits without a mark where nothing can have arrived', async () => {
      const gone = new URL(stub.base)
      gone.port = String(await freePort())
      channel = await save(standIn.fields(gone.origin, ++made), { kind })
      await alert('after the failure')
      await failed('unreachable', 1)
      await save(standIn.fields(stub.base, made), { kind, channel: channel.id })
      await passUntil('sent')
      expect(stub.texts(kind)).toEqual(['after the failure'])
    })

    it('takes an error page for an unknown outcome, and a redirect for a wrong address', async () => {
      stub.moods.push('html', 'down', 'redirect')
      await alert('behind a gateway')
      await until(async () => (await rows())[0]?.attempts === 1, 'the first attempt')
      expect((await rows())[0]?.last_error).toMatch(/^unreachable/)
      await passUntil('dead')
      expect((await rows())[0]).toMatchObject({ attempts: 3, last_error: 'base 302' })
    })
  },
)
