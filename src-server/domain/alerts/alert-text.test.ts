import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../application/create.ts'
import { reachesAdministrator } from '../application/messenger-bot.ts'
import type { AccountAlert, Alert } from './alert.ts'
import { alertText } from './alert-text.ts'
import { zoneOffset } from './zone-offset.ts'

const account = { id: 7, accountKey: '880123@Broker-Live 2', label: 'VIP 3' }
const figures = { equity: 9850.1, positions: 3 }
const unknown = { equity: NaN, positions: NaN }
/** 2026-11-28 13:30 UTC. */
const AT = 1_795_872_600

const en = (alert: Alert, utcOffset = 0, change: Partial<AccountAlert> = {}) =>
  alertText('Gold Grid', [{ alert, account, ...figures, ...change }], {
    language: 'en',
    utcOffset: () => utcOffset,
  })
const zh = (alert: Alert, utcOffset = 0) =>
  alertText('Gold Grid', [{ alert, account, ...figures }], { language: 'zh', utcOffset: () => utcOffset })

describe('a single alert', () => {
  it('of a drawdown holds everything that support asks for on the telephone', () => {
    const alert = { kind: 'drawdown', at: AT, dd: 31.257, threshold: 30 } as const
    expect(en(alert)).toEqual({
      subject: 'Drawdown alert',
      text: [
        '[Drawdown alert] 880123@Broker-Live 2 (VIP 3)',
        'Drawdown 31.25 %, threshold 30 %',
        'Equity 9850.10 · Positions 3',
        'Gold Grid · 2026-11-28 13:30 UTC',
      ].join('\n'),
    })
    expect(zh(alert, 480).text).toBe(
      [
        '【回撤提醒】880123@Broker-Live 2（VIP 3）',
        '回撤 31.25 %，阈值 30 %',
        '净值 9850.10 · 持仓 3',
        'Gold Grid · 2026-11-28 21:30 UTC+8',
      ].join('\n'),
    )
  })

  it('leaves out values that the pulse lacks, and an empty label', () => {
    const alert = { kind: 'drawdown', at: AT, dd: 29.9999999999, threshold: 30 } as const
    const text = (change: Partial<AccountAlert>) =>
      en(alert, -210, { account: { ...account, label: '' }, ...unknown, ...change }).text
    expect(text({})).toBe(
      '[Drawdown alert] 880123@Broker-Live 2\nDrawdown 30 %, threshold 30 %\nGold Grid · 2026-11-28 10:00 UTC-3:30',
    )
    expect(text({ equity: 1 })).toContain('\nEquity 1.00\n')
    expect(text({ positions: 3 })).toContain('\nPositions 3\n')
  })

  it('of a silence and of its end says how long it lasted', () => {
    const at = AT + 25 * 60
    expect(en({ kind: 'silent', at, heardAt: AT }).text).toContain(
      'No pulse for 25 min, the last at 2026-11-28 13:30 UTC\n',
    )
    expect(zh({ kind: 'back', at: AT + 3700, heardAt: AT }).text).toContain('中断 1 小时 1 分钟后恢复心跳')
  })

  it('of an overdue close shows the positions that remained then, not those of a later pulse', () => {
    const alert = { kind: 'close_overdue', at: AT + 60, deliveredAt: AT, positions: 2, repeats: 0 } as const
    const { text } = en(alert)
    expect(text).toContain('Not closed 1 min after the order was taken')
    expect(text).toContain('Positions 2')
    expect(en({ ...alert, positions: null }).text).not.toContain('Positions')
  })

  it('of an order that the server gives up asks a person to decide', () => {
    const alert = { kind: 'close_overdue', at: AT + 60, deliveredAt: AT, positions: 2, repeats: 5 } as const
    expect(en(alert).text).toContain(
      '5 repeats did not close it. The server repeats it no more: a person must decide.\nEquity 9850.10 · Positions 2',
    )
    expect(zh(alert).text).toContain('自动重复 5 次后仍未平仓，不再重复，请人工处理\n')
  })

  it('of a rule names the rule, the value, the limit and what the rule did', () => {
    const rule = { name: 'Night guard', subject: 'margin_level' } as const
    const alert = { kind: 'rule', at: AT, rule, value: 92.5, threshold: 100, act: 'pause_open' } as const
    expect(en(alert).text).toBe(
      [
        '[Rule Night guard] 880123@Broker-Live 2 (VIP 3)',
        'Margin level 92.5 %, level 100 %: opening is paused',
        'Equity 9850.10 · Positions 3',
        'Gold Grid · 2026-11-28 13:30 UTC',
      ].join('\n'),
    )
    expect(zh(alert).text).toContain(
      '【规则 Night guard】880123@Broker-Live 2（VIP 3）\n保证金比例 92.5 %，档位 100 %，已停开仓\n',
    )
  })
})

/** An account by its number. */
const of = (id: number, alert: Alert): AccountAlert => ({
  alert,
  account: { id, accountKey: `${id}@Broker`, label: id === 7 ? 'VIP' : '' },
  ...figures,
})
const many = (language: 'en' | 'zh', alerts: readonly [AccountAlert, ...AccountAlert[]]) =>
  alertText('Gold Grid', alerts, { language, utcOffset: () => 480 }).text

describe('a burst', () => {
  it('of drawdowns says how many accounts are over the threshold, and names the five worst', () => {
    const alerts = Array.from({ length: 9 }, (_, i) =>
      of(i + 1, { kind: 'drawdown', at: AT + i, dd: 31 + i, threshold: 30 }),
    ) as [AccountAlert, ...AccountAlert[]]
    expect(many('en', alerts)).toBe(
      [
        '[Drawdown alert] Gold Grid: 9 accounts over 30 %',
        '9@Broker 39 %',
        '8@Broker 38 %',
        '7@Broker (VIP) 37 %',
        '6@Broker 36 %',
        '5@Broker 35 %',
        'and 4 more',
        'Gold Grid · 2026-11-28 21:30 UTC+8',
      ].join('\n'),
    )
    expect(many('zh', alerts)).toContain('【回撤提醒】Gold Grid：9 个账户回撤超过 30 %\n9@Broker 39 %\n')
    expect(many('zh', alerts)).toContain('\n另有 4 个账户\n')
  })

  it('of several levels has a line for each, the worst first, and each account once', () => {
    const rule = { name: 'Ladder', subject: 'drawdown' } as const
    const fired = (value: number, threshold: number, act: 'tell' | 'close_all') =>
      ({ kind: 'rule', at: AT, rule, value, threshold, act }) as const
    expect(
      many('en', [
        of(1, fired(22, 20, 'tell')),
        of(2, fired(51, 20, 'tell')),
        of(2, fired(51, 50, 'close_all')),
      ]),
    ).toBe(
      [
        '[Rule Ladder] Gold Grid: 2 accounts',
        '1 account, drawdown 50 % or more: close all is ordered',
        '2 accounts, drawdown 20 % or more',
        '2@Broker 51 %',
        '1@Broker 22 %',
        'Gold Grid · 2026-11-28 21:30 UTC+8',
      ].join('\n'),
    )
  })

  it('of one account that passed two levels is a text about this account', () => {
    const rule = { name: 'Ladder', subject: 'equity' } as const
    const fired = (threshold: number, act: 'tell' | 'pause_add') =>
      ({ kind: 'rule', at: AT, rule, value: 480, threshold, act }) as const
    expect(many('zh', [of(7, fired(800, 'tell')), of(7, fired(500, 'pause_add'))])).toBe(
      [
        '【规则 Ladder】7@Broker（VIP）',
        '净值 480，档位 800',
        '净值 480，档位 500，已停加仓',
        '净值 9850.10 · 持仓 3',
        'Gold Grid · 2026-11-28 21:30 UTC+8',
      ].join('\n'),
    )
  })

  it('of silences has the longest silence first', () => {
    const silent = (id: number, heardAt: number) => of(id, { kind: 'silent', at: AT, heardAt })
    expect(many('en', [silent(1, AT - 1200), silent(2, AT - 7260)])).toBe(
      [
        '[Account silent] Gold Grid: 2 accounts silent',
        '2@Broker 2 h 1 min',
        '1@Broker 20 min',
        'Gold Grid · 2026-11-28 21:30 UTC+8',
      ].join('\n'),
    )
  })
})

it('a time zone is ahead of UTC by its clock of the season', () => {
  const winter = Date.UTC(2026, 0, 15) / 1000
  const summer = Date.UTC(2026, 6, 15) / 1000
  expect([winter, summer].map((at) => zoneOffset('Asia/Shanghai', at))).toEqual([480, 480])
  expect([winter, summer].map((at) => zoneOffset('America/New_York', at))).toEqual([-300, -240])
  expect([winter, summer].map((at) => zoneOffset('Asia/Kathmandu', at))).toEqual([345, 345])
  expect([winter, summer].map((at) => zoneOffset('UTC', at))).toEqual([0, 0])
})

const mt5 = {
  ...defaultSettings('').mt5,
  messengerEnabled: true,
  adminOpenId: 'ou_admin',
  messengerAppId: 'cli_1',
  messengerAppSecret: 'secret',
}
it.each([
  ['switched off', { messengerEnabled: false }],
  ['nobody', { adminOpenId: '' }],
  ['no bot', { messengerAppId: '' }],
  ['no secret', { messengerAppSecret: '' }],
])('an administrator is unreachable with the messenger %s', (_, change) => {
  expect(reachesAdministrator(mt5)).toBe(true)
  expect(reachesAdministrator({ ...mt5, ...change })).toBe(false)
})
