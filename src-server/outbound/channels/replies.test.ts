import { describe, expect, it } from 'vitest'
import type { WebhookReply } from './call-webhook.ts'
import { bark } from './bark.ts'
import { dingtalk } from './dingtalk.ts'
import { discord } from './discord.ts'
import { slack } from './slack.ts'
import { telegram } from './telegram.ts'
import { wecom } from './wecom.ts'

function reply(status: number, body: object | string, headers: Record<string, string> = {}): WebhookReply {
  return {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    json: typeof body === 'string' ? undefined : { ...body },
    header: (name) => headers[name],
  }
}

describe('a documented reply', () => {
  const services = { telegram, dingtalk, wecom, discord, slack, bark }
  it.each([
    ['telegram', reply(200, { ok: true, result: {} }), 'sent'],
    ['telegram', reply(404, { ok: false, error_code: 404, description: 'Not Found' }), 'credentials'],
    [
      'telegram',
      reply(400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }),
      'recipient',
    ],
    [
      'telegram',
      reply(400, { ok: false, error_code: 400, description: 'Bad Request: text is empty' }),
      'refused',
    ],
    ['telegram', reply(500, { ok: false, error_code: 500, description: 'Internal' }), 'unreachable'],
    ['telegram', reply(200, '<html>sign in to this network</html>'), 'unreachable'],
    ['dingtalk', reply(200, { errcode: 0, errmsg: 'ok' }), 'sent'],
    ['dingtalk', reply(200, { errcode: 310000, errmsg: 'sign not match' }), 'credentials'],
    ['dingtalk', reply(200, { errcode: 310000, errmsg: 'keywords not in content' }), 'setup'],
    ['dingtalk', reply(200, { errcode: 310000, errmsg: 'ip 1.2.3.4 not in whitelist' }), 'setup'],
    ['dingtalk', reply(200, { errcode: 400102, errmsg: 'robot is disabled' }), 'setup'],
    ['dingtalk', reply(200, { errcode: 130101, errmsg: 'send too fast' }), 'rate'],
    ['dingtalk', reply(200, { errcode: -1, errmsg: 'system busy' }), 'unreachable'],
    ['wecom', reply(200, { errcode: 93000, errmsg: 'invalid webhook url' }), 'credentials'],
    ['wecom', reply(200, { errcode: 45009, errmsg: 'api freq out of limit' }), 'rate'],
    ['wecom', reply(200, { errcode: 45002, errmsg: 'content size out of limit' }), 'refused'],
    ['discord', reply(204, ''), 'sent'],
    ['discord', reply(404, { message: 'Unknown Webhook', code: 10015 }), 'credentials'],
    ['discord', reply(400, { message: 'Invalid Form Body', code: 50035 }), 'refused'],
    ['slack', reply(200, 'ok'), 'sent'],
    ['slack', reply(404, 'no_service'), 'credentials'],
    ['slack', reply(404, 'channel_not_found'), 'recipient'],
    ['slack', reply(410, 'channel_is_archived'), 'recipient'],
    ['slack', reply(400, 'invalid_payload'), 'refused'],
    ['slack', reply(500, 'rollup_error'), 'unreachable'],
    ['bark', reply(500, { code: 500, message: 'push failed: BadDeviceToken' }), 'credentials'],
    ['bark', reply(500, { code: 500, message: 'push failed: PayloadTooLarge' }), 'refused'],
    ['bark', reply(500, { code: 500, message: 'push failed: connection reset' }), 'unreachable'],
  ] as const)('of %s is understood (%#)', (kind, given, expected) => {
    const { outcome } = services[kind].read(given)
    expect(outcome === 'sent' ? outcome : outcome.failed).toBe(expected)
  })

  it('of Discord after the last message of a span asks for a rest', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.4' }
    expect(discord.read(reply(200, {}, headers))).toEqual({ outcome: 'sent', rest: 1.4 })
    expect(discord.read(reply(200, {}, { ...headers, 'x-ratelimit-remaining': '3' }))).toEqual({
      outcome: 'sent',
    })
  })

  it('that throttles names the wait, by the body or by a header', () => {
    const waits = [
      telegram.read(reply(429, { ok: false, error_code: 429, parameters: { retry_after: 35 } })),
      discord.read(reply(429, { retry_after: 0.9, global: true })),
      slack.read(reply(429, '', { 'retry-after': '30' })),
      dingtalk.read(reply(200, { errcode: 410100, errmsg: 'too fast' })),
    ].map(({ outcome }) => (outcome === 'sent' ? undefined : outcome.retryAfter))
    expect(waits).toEqual([35, 0.9, 30, 600])
  })
})

describe('a request', () => {
  const text = { title: 'Pulsekey', text: '<!channel> 5 < 6 & <@all>' }

  it('rings nobody who is merely named in a text', () => {
    expect(slack.request({ url: 'https://hooks.slack.com/services/T/B/k' }, text, 0).body).toMatchObject({
      text: '&lt;!channel&gt; 5 &lt; 6 &amp; &lt;@all&gt;',
    })
    expect(JSON.stringify(wecom.request({ url: 'x' }, text, 0).body)).not.toContain('<@')
    expect(discord.request({ url: 'https://discord.com/api/webhooks/1/t' }, text, 0).body).toMatchObject({
      allowed_mentions: { parse: [] },
    })
  })

  it('to DingTalk is signed as the documentation says', () => {
    // openssl dgst -sha256 -hmac "this is secret" -binary | base64, over "1700000000000\nthis is secret".
    const url = 'https://oapi.dingtalk.com/robot/send?access_token=abc'
    const asked = new URL(dingtalk.request({ url, secret: 'this is secret' }, text, 1_700_000_000_000).url)
    expect(asked.searchParams.get('timestamp')).toBe('1700000000000')
    expect(asked.searchParams.get('sign')).toBe('sSFWELbV2YwjdDQhWZwTcWlX5BWUx5J6TPpsZmuPii0=')
    expect(asked.searchParams.get('access_token')).toBe('abc')
  })
})
