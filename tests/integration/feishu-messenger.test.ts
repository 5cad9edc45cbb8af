import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessengerRecipient } from '../../src-server/contract/ports.ts'
import { FeishuMessenger } from '../../src-server/outbound/feishu-messenger.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { MessengerStub } from '../support/messenger-stub.ts'

const limits = { requestMs: 2000, totalMs: 4000 }
const clock = new ManualClock(1_700_000_000)
let stub: MessengerStub
let messenger: FeishuMessenger
let to: MessengerRecipient

beforeEach(async () => {
  stub = await MessengerStub.start()
  messenger = create(limits)
  const { messenger_base: base, messenger_app_id: appId, messenger_app_secret: appSecret } = stub.settings
  to = { base, appId, appSecret, openId: 'ou_1' }
})
afterEach(() => stub.stop())

const create = (within: typeof limits) =>
  new FeishuMessenger({ fetch, clock, bases: [stub.base], limits: within })

const message = (text: string) => ({ text, key: `key of ${text}` })

describe('a delivery', () => {
  it('carries the text to the open_id, with a key that makes it one message', async () => {
    expect(await messenger.send(to, message('净值 "100"\n\\o/'))).toBe('sent')
    expect(stub.delivered).toEqual([
      { openId: 'ou_1', text: '净值 "100"\n\\o/', uuid: 'key of 净值 "100"\n\\o/' },
    ])
  })

  it.each([
    ['<at user_id="all"></at> buy', '＜at user_id="all">＜/at> buy'],
    ['< AT user_id="ou_2">x', '＜ AT user_id="ou_2">x'],
    ['1 <attention> 2 <b>', '1 <attention> 2 <b>'],
  ])('defuses mentions: %s', async (text, arrives) => {
    await messenger.send(to, message(text))
    expect(stub.delivered).toMatchObject([{ text: arrives }])
  })
})

describe('tokens', () => {
  it('are fetched once for 20 simultaneous senders, and reused after that', async () => {
    expect(
      await Promise.all(Array.from({ length: 20 }, (_, i) => messenger.send(to, message(String(i))))),
    ).toEqual(Array.from({ length: 20 }, () => 'sent'))
    await messenger.send(to, message('one more'))
    expect(stub.tokenFetches).toBe(1)
    expect(stub.delivered).toHaveLength(21)
  })

  it('are renewed five minutes before their end', async () => {
    await messenger.send(to, message('1'))
    clock.pass(7200 - 301)
    await messenger.send(to, message('2'))
    expect(stub.tokenFetches).toBe(1)
    clock.pass(1)
    await messenger.send(to, message('3'))
    expect(stub.tokenFetches).toBe(2)
  })

  it('are fetched once again when the service forgot them, and the message arrives once', async () => {
    await messenger.send(to, message('before'))
    stub.forgetTokens()
    const outcomes = await Promise.all([1, 2, 3, 4].map((i) => messenger.send(to, message(String(i)))))
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(stub.tokenFetches).toBe(2)
    expect(stub.delivered).toHaveLength(5)
  })

  it('are fetched no third time after two refusals', async () => {
    stub.moods.push('tokenInvalid', 'tokenInvalid')
    expect(await messenger.send(to, message('x'))).toEqual({ failed: 'credentials' })
    expect(stub.calls).toHaveLength(4)
  })

  it('are never sent with other credentials', async () => {
    await messenger.send(to, message('x'))
    expect(await messenger.send({ ...to, appSecret: 'wrong' }, message('y'))).toEqual({
      failed: 'credentials',
      code: 10014,
    })
    expect(stub.delivered).toHaveLength(1)
  })

  it('are fetched again after a failed fetch', async () => {
    stub.tokenMood = 'down'
    expect(await messenger.send(to, message('x'))).toEqual({
      failed: 'unreachable',
      code: 10500,
      unsent: true,
    })
    stub.tokenMood = 'ok'
    expect(await messenger.send(to, message('y'))).toBe('sent')
  })
})

describe('failures', () => {
  // Error codes of the messenger's open platform, by their meaning for a message.
  it.each([
    [99991400, 'rate'],
    [230020, 'rate'],
    [11232, 'rate'],
    [230001, 'recipient'],
    [99992351, 'recipient'],
    [230013, 'recipient'],
    [230035, 'recipient'],
    [230038, 'recipient'],
    [230006, 'setup'],
    [99991672, 'setup'],
    [230022, 'refused'],
    [230028, 'refused'],
    [10101, 'unreachable'],
    [10500, 'unreachable'],
    [123456, 'refused'],
  ] as const)('code %i is %s, whatever the HTTP status', async (code, failed) => {
    for (const status of [200, 400]) {
      stub.moods.push({ code, status })
      expect(await messenger.send(to, message('x'))).toEqual({ failed, code })
    }
    expect(stub.delivered).toEqual([])
  })

  it.each([99991661, 99991663, 99991664, 99991665, 99991668])(
    'code %i fetches the token once again, and the message arrives',
    async (code) => {
      stub.moods.push({ code })
      expect(await messenger.send(to, message('x'))).toBe('sent')
      expect([stub.tokenFetches, stub.delivered.length]).toEqual([2, 1])
    },
  )

  it.each([
    [503, 'unreachable'],
    [429, 'rate'],
    [400, 'refused'],
  ] as const)('an unknown code under HTTP %i is %s', async (status, failed) => {
    stub.moods.push({ code: 123456, status })
    expect(await messenger.send(to, message('x'))).toEqual({ failed, code: 123456 })
  })

  it.each([
    ['7', 7],
    ['0.4', 1],
    ['99999999', 3600],
    ['-1', undefined],
    ['soon', undefined],
  ])('a request to wait %j answers %j', async (reset, retryAfter) => {
    stub.moods.push({ code: 230020, headers: { 'x-ogw-ratelimit-reset': reset } })
    const expected = { failed: 'rate', code: 230020, ...(retryAfter !== undefined && { retryAfter }) }
    expect(await messenger.send(to, message('x'))).toEqual(expected)
  })

  it('a text that is too long is cut and sent once more with the same key', async () => {
    stub.moods.push({ code: 230025 })
    expect(await messenger.send(to, { text: '𝄞'.repeat(10_000), key: 'k' })).toBe('sent')
    expect(stub.delivered).toEqual([{ openId: 'ou_1', text: `${'𝄞'.repeat(4000)}…`, uuid: 'k' }])
    stub.moods.push({ code: 230025 }, { code: 230025 })
    expect(await messenger.send(to, message('x'))).toEqual({ failed: 'refused' })
  })

  it('a message that asks for it is tried again with the same key while the service is unreachable', async () => {
    stub.moods.push('down', 'taken')
    expect(await messenger.send(to, { ...message('x'), tries: 3 })).toBe('sent')
    expect(stub.delivered).toEqual([{ openId: 'ou_1', text: 'x', uuid: 'key of x' }])
    stub.moods.push('down', 'html', 'down')
    expect(await messenger.send(to, { ...message('y'), tries: 3 })).toEqual({
      failed: 'unreachable',
      code: 10500,
    })
    stub.moods.push('rate')
    expect(await messenger.send(to, { ...message('z'), tries: 3 })).toMatchObject({ failed: 'rate' })
    expect(stub.delivered).toHaveLength(1)
  })

  it.each([
    ['rate', { failed: 'rate', code: 99991400, retryAfter: 7 }],
    ['gatewayRate', { failed: 'rate', retryAfter: 3 }],
    ['html', { failed: 'unreachable' }],
    ['down', { failed: 'unreachable', code: 10500 }],
    ['redirect', { failed: 'unreachable' }],
  ] as const)('reports the failure %s', async (mood, outcome) => {
    stub.moods.push(mood)
    expect(await messenger.send(to, message('x'))).toEqual(outcome)
    expect(stub.calls).not.toContain('/elsewhere')
    expect(stub.delivered).toEqual([])
  })

  it('refuses a recipient that the bot may not write to', async () => {
    expect(await messenger.send({ ...to, openId: 'ou_stranger' }, message('x'))).toEqual({
      failed: 'recipient',
      code: 230013,
    })
  })

  it('gives up when the service hangs, at the token or at the message', async () => {
    const hasty = create({ requestMs: 50, totalMs: 4000 })
    stub.tokenMood = 'hang'
    expect(await hasty.send(to, message('x'))).toEqual({ failed: 'unreachable', unsent: true })
    stub.tokenMood = 'ok'
    stub.moods.push('hang')
    expect(await create({ requestMs: 60_000, totalMs: 300 }).send(to, message('x'))).toEqual({
      failed: 'unreachable',
    })
  })

  it('reports that nobody listens', async () => {
    await stub.stop()
    expect(await messenger.send(to, message('x'))).toEqual({ failed: 'unreachable', unsent: true })
    stub = await MessengerStub.start()
  })
})

describe('the allow list', () => {
  it.each([
    'http://127.0.0.1:9',
    'http://169.254.169.254',
    'https://open.feishu.cn.evil.example',
    'file:///etc',
    'x',
  ])('%s is never called', async (base) => {
    expect(await messenger.send({ ...to, base }, message('x'))).toEqual({ failed: 'base' })
  })

  it('a path or a user name leads to no other host', async () => {
    expect(await messenger.send({ ...to, base: `${to.base}/open-apis/../` }, message('x'))).toBe('sent')
    const withUser = to.base.replace('http://', 'http://user@')
    expect(await messenger.send({ ...to, base: withUser }, message('x'))).toEqual({ failed: 'base' })
  })
})
