import type { Application } from '../application/application.ts'
import type { Device } from '../device/device.ts'
import type { Telemetry } from '../device/telemetry.ts'
import type { OutboxMessage } from './message.ts'

/** What an administrator is told of a trading account. Times are Unix seconds. */
export type Alert =
  | { readonly kind: 'drawdown'; readonly at: number; readonly dd: number; readonly threshold: number }
  | { readonly kind: 'silent' | 'back'; readonly at: number; readonly heardAt: number }
  | {
      readonly kind: 'close_overdue'
      readonly at: number
      readonly deliveredAt: number
      readonly positions: number | null
    }

type Figures = Pick<Telemetry, 'equity' | 'positions'>

const TEXTS = {
  zh: {
    drawdown: '回撤提醒',
    silent: '失联提醒',
    back: '恢复通知',
    close_overdue: '平仓超时提醒',
    account: '账户',
    server: '服务器',
    label: '标签',
    app: '应用',
    reached: (dd: string, threshold: string) => `回撤 ${dd} %，阈值 ${threshold} %`,
    silentFor: (span: string) => `已有 ${span}没有心跳`,
    backAfter: (span: string) => `中断 ${span}后恢复心跳`,
    overdue: (span: string) => `平仓指令取走 ${span}后仍未平仓`,
    equity: '净值',
    positions: '持仓',
    heard: '最后心跳',
    at: '时间',
    colon: '：',
    span: (minutes: number) =>
      minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`,
  },
  en: {
    drawdown: 'Drawdown alert',
    silent: 'Account silent',
    back: 'Account is back',
    close_overdue: 'Close overdue',
    account: 'Account',
    server: 'Server',
    label: 'Label',
    app: 'Application',
    reached: (dd: string, threshold: string) => `Drawdown ${dd} %, threshold ${threshold} %`,
    silentFor: (span: string) => `No pulse for ${span}`,
    backAfter: (span: string) => `Pulses again after ${span}`,
    overdue: (span: string) => `Not closed ${span} after the order was taken`,
    equity: 'Equity',
    positions: 'Positions',
    heard: 'Last pulse',
    at: 'Time',
    colon: ': ',
    span: (minutes: number) =>
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  },
} as const

/** Whether an application's administrator can be reached. */
export function reachesAdministrator(mt5: Application['mt5']): boolean {
  return (
    mt5.messengerEnabled &&
    mt5.adminOpenId !== '' &&
    mt5.messengerAppId !== '' &&
    mt5.messengerAppSecret !== ''
  )
}

/**
 * Tells an application's administrator of an account.
 * @param figures what its last pulse said, NaN for no value; undefined for none
 * @param utcOffset minutes the server's wall clock is ahead of UTC
 */
export function alertMessage(
  application: Pick<Application, 'id' | 'name' | 'language' | 'mt5'>,
  device: Pick<Device, 'id' | 'accountKey' | 'label'>,
  figures: Figures | undefined,
  alert: Alert,
  utcOffset: number,
): OutboxMessage {
  const texts = TEXTS[application.language]
  const line = (name: string, value: string) => (value === '' ? [] : [`${name}${texts.colon}${value}`])
  const [login = '', server = ''] = device.accountKey.split('@')
  const positions = alert.kind === 'close_overdue' ? alert.positions : figures?.positions
  return {
    key: `${alert.kind}:${device.id}:${alert.at}`,
    kind: 'messenger',
    purpose: alert.kind === 'back' ? 'silent' : alert.kind,
    appId: application.id,
    deviceId: device.id,
    operatorId: null,
    openId: application.mt5.adminOpenId,
    subject: texts[alert.kind],
    text: [
      texts[alert.kind],
      sentence(alert, texts),
      ...line(texts.account, login),
      ...line(texts.server, server),
      ...line(texts.label, device.label),
      ...line(texts.app, application.name),
      ...line(texts.equity, showFigure(figures?.equity, 2)),
      ...line(texts.positions, showFigure(positions, 0)),
      ...(alert.kind === 'silent' ? line(texts.heard, showTime(alert.heardAt, utcOffset)) : []),
      ...line(texts.at, showTime(alert.at, utcOffset)),
    ].join('\n'),
    createdAt: alert.at,
  }
}

function sentence(alert: Alert, texts: (typeof TEXTS)[keyof typeof TEXTS]): string {
  const span = (from: number) => texts.span(Math.max(1, Math.floor((alert.at - from) / 60)))
  switch (alert.kind) {
    case 'drawdown':
      return texts.reached(showPercent(alert.dd), showPercent(alert.threshold))
    case 'silent':
      return texts.silentFor(span(alert.heardAt))
    case 'back':
      return texts.backAfter(span(alert.heardAt))
    case 'close_overdue':
      return texts.overdue(span(alert.deliveredAt))
  }
}

/** Rounded down: what is told never looks less than the threshold it reached, nor more than it is. */
function showPercent(value: number): string {
  return String(Math.floor(value * 100 + 1e-6) / 100)
}

function showFigure(value: number | null | undefined, digits: number): string {
  return value === undefined || value === null || Number.isNaN(value) ? '' : value.toFixed(digits)
}

/** Such as `2026-11-28 21:30 UTC+8`. */
function showTime(at: number, utcOffset: number): string {
  const local = new Date((at + utcOffset * 60) * 1000).toISOString()
  const hours = Math.trunc(Math.abs(utcOffset) / 60)
  const minutes = Math.abs(utcOffset) % 60
  const ahead = `${utcOffset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
  return `${local.slice(0, 10)} ${local.slice(11, 16)} UTC${utcOffset === 0 ? '' : ahead}`
}
