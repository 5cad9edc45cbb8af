import { expect, it } from 'vitest'
import { defaultSettings } from '../application/create.ts'
import { alertMessage, reachesAdministrator } from './alert-message.ts'

const mt5 = {
  ...defaultSettings('').mt5,
  messengerEnabled: true,
  adminOpenId: 'ou_admin',
  messengerAppId: 'cli_1',
  messengerAppSecret: 'secret',
}
const english = { id: 10001, name: 'Gold Grid', language: 'en', mt5 } as const
const chinese = { ...english, language: 'zh' } as const
const account = { id: 7, accountKey: '880123@Broker-Live 2', label: 'VIP 3' }
const figures = { equity: 9850.1, positions: 3, buyPos: NaN, sellPos: NaN }
/** 2026-11-28 13:30 UTC. */
const AT = 1_795_872_600

it('a drawdown alert holds everything that support asks for on the telephone', () => {
  const alert = { kind: 'drawdown', at: AT, dd: 31.257, threshold: 30 } as const
  expect(alertMessage(english, account, figures, alert, 0)).toEqual({
    key: `drawdown:7:${AT}`,
    kind: 'messenger',
    purpose: 'drawdown',
    appId: 10001,
    deviceId: 7,
    operatorId: null,
    openId: 'ou_admin',
    subject: 'Drawdown alert',
    text: [
      '[Drawdown alert] 880123@Broker-Live 2 (VIP 3)',
      'Drawdown 31.25 %, threshold 30 %',
      'Equity 9850.10 · Positions 3',
      'Gold Grid · 2026-11-28 13:30 UTC',
    ].join('\n'),
    createdAt: AT,
  })
  expect(alertMessage(chinese, account, figures, alert, 480).text).toBe(
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
  const text = (given: typeof figures | undefined) =>
    alertMessage(english, { ...account, label: '' }, given, alert, -210).text
  const unsaid = { equity: NaN, positions: NaN, buyPos: NaN, sellPos: NaN }
  expect(text(unsaid)).toBe(
    '[Drawdown alert] 880123@Broker-Live 2\nDrawdown 30 %, threshold 30 %\nGold Grid · 2026-11-28 10:00 UTC-3:30',
  )
  expect(text(undefined)).toBe(text(unsaid))
  expect(text({ ...unsaid, equity: 1 })).toContain('\nEquity 1.00\n')
  expect(text({ ...unsaid, buyPos: 1, sellPos: 2 })).toContain('\nPositions 3\n')
})

it('a silence and its end have different keys and the same purpose', () => {
  const at = AT + 25 * 60
  const silent = alertMessage(english, account, figures, { kind: 'silent', at, heardAt: AT }, 0)
  expect(silent).toMatchObject({ key: `silent:7:${at}`, purpose: 'silent' })
  expect(silent.text).toContain('No pulse for 25 min, the last at 2026-11-28 13:30 UTC\n')
  const back = alertMessage(chinese, account, figures, { kind: 'back', at: AT + 3700, heardAt: AT }, 0)
  expect(back).toMatchObject({ key: `back:7:${AT + 3700}`, purpose: 'silent' })
  expect(back.text).toContain('中断 1 小时 1 分钟后恢复心跳')
})

it('an overdue close shows the positions that remained then, not those of a later pulse', () => {
  const alert = { kind: 'close_overdue', at: AT + 60, deliveredAt: AT, positions: 2, repeats: 0 } as const
  const { text, key } = alertMessage(english, account, figures, alert, 0)
  expect(key).toBe(`close_overdue:7:${AT + 60}`)
  expect(text).toContain('Not closed 1 min after the order was taken')
  expect(text).toContain('Positions 2')
  expect(alertMessage(english, account, figures, { ...alert, positions: null }, 0).text).not.toContain(
    'Positions',
  )
})

it('an order that the server gives up asks a person to decide', () => {
  const alert = { kind: 'close_overdue', at: AT + 60, deliveredAt: AT, positions: 2, repeats: 5 } as const
  expect(alertMessage(english, account, figures, alert, 0).text).toContain(
    '5 repeats did not close it. The server repeats it no more: a person must decide.\nEquity 9850.10 · Positions 2',
  )
  expect(alertMessage(chinese, account, figures, alert, 0).text).toContain(
    '自动重复 5 次后仍未平仓，不再重复，请人工处理\n',
  )
})

it.each([
  ['switched off', { messengerEnabled: false }],
  ['nobody', { adminOpenId: '' }],
  ['no bot', { messengerAppId: '' }],
  ['no secret', { messengerAppSecret: '' }],
])('an administrator is unreachable with the messenger %s', (_, change) => {
  expect(reachesAdministrator(mt5)).toBe(true)
  expect(reachesAdministrator({ ...mt5, ...change })).toBe(false)
})
