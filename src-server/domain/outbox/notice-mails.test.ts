import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestMail, type Digest } from './digest-mail.ts'
import { expiryMail, MOST_ENDINGS_LISTED } from './expiry-mail.ts'
import type { MailLanguage, MailText } from './mail-text.ts'
import { requestMail } from './request-mail.ts'
import { securityMail, type SecurityEvent } from './security-mail.ts'
import { testMail } from './test-messages.ts'
import { violationMail } from './violation-mail.ts'

/** 2023-11-14 22:13:20 UTC. */
const AT = 1_700_000_000
const SHANGHAI = 480

const DIGEST: Digest = {
  day: '2023-11-15',
  accounts: { live: 3, late: 0, silent: 1, closed: 0, never: 2 },
  drawdowns: [],
  alerts: [],
  alertCount: 0,
  snoozed: [],
  refusals: [],
  openRisks: 0,
  requests: { pending: 4, overdue: 1 },
  expiring: { count: 5, days: 7 },
  undelivered: 0,
}

describe('foreign text', () => {
  const mails = (language: MailLanguage, text: string): MailText[] => {
    const events: SecurityEvent[] = [
      { kind: 'signed_in', ip: '192.0.2.1', userAgent: text },
      { kind: 'totp_off', ip: '192.0.2.1', by: text },
    ]
    const application = { id: 10001, name: text }
    const request = { number: '123456789012', kind: 'unbind', subject: text, createdAt: AT } as const
    const ending = { accountKey: text, label: text, application: text, vip: AT }
    return [
      ...events.map((event) => securityMail(language, event, { name: text, at: AT, utcOffset: 0 })),
      requestMail(language, application, [request], { utcOffset: 0 }),
      requestMail(language, application, [request], { utcOffset: 0, late: 24 }),
      expiryMail(language, [ending], { total: 1, days: 7, utcOffset: 0 }),
      digestMail(
        language,
        {
          ...DIGEST,
          drawdowns: [{ subject: text, dd: 1 }],
          alerts: [{ kind: 'silent', subject: text, count: 1, at: AT }],
          alertCount: 1,
          refusals: [{ subject: text, times: 2 }],
        },
        { site: text, clock: () => 0 },
      ),
      testMail(language, text),
    ]
  }

  it('begins no line of its own, in any mail or subject', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<MailLanguage>('zh-CN', 'en'),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\0'),
        fc.string({ maxLength: 40 }),
        (language, before, breaks, after) => {
          const dirty = mails(language, `x${before}${breaks}${after}`)
          const clean = mails(language, 'x')
          for (const [i, { subject, text }] of dirty.entries()) {
            expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
            expect(text.split(/[\r\n\u2028\u2029\u0085\0]/)).toHaveLength(clean[i]!.text.split('\n').length)
          }
        },
      ),
    )
  })

  it('is cut when too long, without splitting a character', () => {
    const name = '𝄞'.repeat(5000)
    const { subject } = violationMail('en', { id: 1, name }, { msg: 'x', ip: '' })
    expect(Array.from(subject).length).toBeLessThan(200)
    expect(subject.isWellFormed()).toBe(true)
  })
})

describe('a mail about licences', () => {
  const endings = Array.from({ length: MOST_ENDINGS_LISTED + 5 }, (_, i) => ({
    accountKey: `${i}@Broker`,
    label: i === 0 ? 'Ann' : '',
    application: 'Gold Grid',
    vip: AT + i,
  }))

  it('lists the first licences and the number of the rest, in the server’s time', () => {
    const { subject, text } = expiryMail('en', endings, { total: 1234, days: 7, utcOffset: SHANGHAI })
    const lines = text.trimEnd().split('\n')
    expect(subject).toBe('1234 licences end within 7 days')
    expect(lines[0]).toBe('2023-11-15 06:13  0@Broker (Ann)  Gold Grid')
    expect(lines).toHaveLength(MOST_ENDINGS_LISTED + 1)
    expect(lines.at(-1)).toBe(`and ${1234 - MOST_ENDINGS_LISTED} more`)
  })

  it.each([
    ['en', 1, 1, 'A licence ends within a day'],
    ['en', 2, 7, '2 licences end within 7 days'],
    ['zh-CN', 2, 7, '2 个授权将在 7 天内到期'],
  ] as const)('%s, %i within %i: %s', (language, total, days, subject) => {
    const about = { total, days, utcOffset: 0 }
    expect(expiryMail(language, endings.slice(0, total), about).subject).toBe(subject)
  })
})

describe('a digest', () => {
  it('leaves out empty lists', () => {
    const { subject, text } = digestMail('en', DIGEST, { site: 'Gold Desk', clock: () => 0 })
    expect(subject).toBe('Gold Desk Daily digest 2023-11-15')
    expect(text.trimEnd().split('\n')).toHaveLength(5)
    expect(text).toContain('3 live')
    expect(text).toContain('Requests that wait: 4, longer than promised: 1')
  })

  it('gives the number of the risks of each group and of all, and those that were snoozed', () => {
    const alerts = [
      { kind: 'drawdown', subject: 'Grid', count: 29, at: AT },
      { kind: 'silent', subject: '1@B', count: 1, at: AT },
    ] as const
    const snoozed = [{ kind: 'silent', subject: 'Grid', count: 4 }] as const
    const { text } = digestMail(
      'zh-CN',
      { ...DIGEST, alerts, alertCount: 30, snoozed },
      { site: 'x', clock: () => SHANGHAI },
    )
    expect(text).toContain(
      '近 24 小时告警（30）：\n2023-11-15 06:13  回撤  Grid：29 项\n2023-11-15 06:13  失联  1@B\n',
    )
    expect(text).toContain('已暂停、未发送的预警（4）：\n4  失联  Grid\n')
  })
})

it('lists the first of many requests', () => {
  const requests = Array.from({ length: 30 }, (_, i) => ({
    number: String(100_000_000_000 + i),
    kind: 'rebind' as const,
    subject: `${i}@B`,
    createdAt: AT,
  }))
  const { subject, text } = requestMail('en', { id: 1, name: 'Grid' }, requests, { utcOffset: 0 })
  expect(subject).toBe('30 new requests: Grid')
  expect(text).toContain('and 10 more')
})

it.each([
  [{ kind: 'locked', ip: '192.0.2.1', until: AT + 60 }, 'Locked until: 2023-11-15 06:14\n'],
  [{ kind: 'recovery_code', ip: '192.0.2.1', left: 9 }, 'Recovery codes left: 9\n'],
  [{ kind: 'totp_off', ip: '192.0.2.1', by: 'owner' }, 'Done by: owner\n'],
  [{ kind: 'signed_in', ip: '192.0.2.1', userAgent: 'curl' }, 'Browser: curl\n'],
] as const)('%j holds its subject and nothing else', (event, line) => {
  const { text } = securityMail('en', event, { name: 'ann', at: AT, utcOffset: SHANGHAI })
  expect(text).toContain(line)
  expect(text).toContain('Time: 2023-11-15 06:13\nAddress: 192.0.2.1\n')
  expect(text).not.toContain('undefined')
})
