import { openPositions } from '../../contract/open-positions.ts'
import type { Application } from '../application/application.ts'
import { canSend } from '../application/messenger-bot.ts'
import type { Device } from '../device/device.ts'
import type { Telemetry } from '../device/telemetry.ts'
import { writeMoment } from './mail-text.ts'
import type { OutboxMessage } from './message.ts'

/** An alert about a trading account for the application's administrator. Times are Unix seconds. */
export type Alert =
  | { readonly kind: 'drawdown'; readonly at: number; readonly dd: number; readonly threshold: number }
  | { readonly kind: 'silent' | 'back'; readonly at: number; readonly heardAt: number }
  | {
      readonly kind: 'close_overdue'
      readonly at: number
      readonly deliveredAt: number
      readonly positions: number | null
      /** The number of failed repeats when the server gives up, else 0. */
      readonly repeats: number
    }

type Figures = Pick<Telemetry, 'equity' | 'positions' | 'buyPos' | 'sellPos'>

const TEXTS = {
  zh: {
    drawdown: '回撤提醒',
    silent: '失联提醒',
    back: '恢复通知',
    close_overdue: '平仓超时提醒',
    head: (title: string, account: string) => `【${title}】${account}`,
    label: (label: string) => `（${label}）`,
    reached: (dd: string, threshold: string) => `回撤 ${dd} %，阈值 ${threshold} %`,
    silentFor: (span: string, since: string) => `已有 ${span}没有心跳，最后一次：${since}`,
    backAfter: (span: string) => `中断 ${span}后恢复心跳`,
    overdue: (span: string) => `平仓指令取走 ${span}后仍未平仓`,
    exhausted: (n: number) => `自动重复 ${n} 次后仍未平仓，不再重复，请人工处理`,
    equity: '净值',
    positions: '持仓',
    span: (minutes: number) =>
      minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`,
  },
  en: {
    drawdown: 'Drawdown alert',
    silent: 'Account silent',
    back: 'Account is back',
    close_overdue: 'Close overdue',
    head: (title: string, account: string) => `[${title}] ${account}`,
    label: (label: string) => ` (${label})`,
    reached: (dd: string, threshold: string) => `Drawdown ${dd} %, threshold ${threshold} %`,
    silentFor: (span: string, since: string) => `No pulse for ${span}, the last at ${since}`,
    backAfter: (span: string) => `Pulses again after ${span}`,
    overdue: (span: string) => `Not closed ${span} after the order was taken`,
    exhausted: (n: number) =>
      `${n} repeats did not close it. The server repeats it no more: a person must decide.`,
    equity: 'Equity',
    positions: 'Positions',
    span: (minutes: number) =>
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  },
} as const
type Texts = (typeof TEXTS)[keyof typeof TEXTS]

/** Whether the messenger can reach the application's administrator. */
export function reachesAdministrator(mt5: Application['mt5']): boolean {
  return canSend(mt5) && mt5.adminOpenId !== ''
}

/**
 * Writes an alert for the application's administrator. Its first line stands out when several alerts leave as
 * one message.
 * @param figures the last pulse's values, NaN for no value, undefined without a pulse
 * @param utcOffset minutes the server's wall clock is ahead of UTC
 */
export function alertMessage(
  application: Pick<Application, 'id' | 'name' | 'language' | 'mt5'>,
  { id, accountKey, label }: Pick<Device, 'id' | 'accountKey' | 'label'>,
  figures: Figures | undefined,
  alert: Alert,
  utcOffset: number,
): OutboxMessage {
  const texts = TEXTS[application.language]
  return {
    key: `${alert.kind}:${id}:${alert.at}`,
    kind: 'messenger',
    purpose: alert.kind === 'back' ? 'silent' : alert.kind,
    appId: application.id,
    deviceId: id,
    operatorId: null,
    openId: application.mt5.adminOpenId,
    subject: texts[alert.kind],
    text: [
      texts.head(texts[alert.kind], `${accountKey}${label && texts.label(label)}`),
      sentence(alert, texts, utcOffset),
      figuresOf(alert, figures, texts),
      `${application.name} · ${showTime(alert.at, utcOffset)}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    createdAt: alert.at,
  }
}

function sentence(alert: Alert, texts: Texts, utcOffset: number): string {
  const span = (from: number) => texts.span(Math.max(1, Math.floor((alert.at - from) / 60)))
  switch (alert.kind) {
    case 'drawdown':
      return texts.reached(showPercent(alert.dd), showPercent(alert.threshold))
    case 'silent':
      return texts.silentFor(span(alert.heardAt), showTime(alert.heardAt, utcOffset))
    case 'back':
      return texts.backAfter(span(alert.heardAt))
    case 'close_overdue':
      return alert.repeats > 0 ? texts.exhausted(alert.repeats) : texts.overdue(span(alert.deliveredAt))
  }
}

/** Leaves out unknown values. */
function figuresOf(alert: Alert, figures: Figures | undefined, texts: Texts): string {
  const told = figures === undefined ? NaN : openPositions(figures)
  const positions = alert.kind === 'close_overdue' ? (alert.positions ?? NaN) : told
  const equity = figures?.equity ?? NaN
  return [
    Number.isNaN(equity) ? '' : `${texts.equity} ${equity.toFixed(2)}`,
    Number.isNaN(positions) ? '' : `${texts.positions} ${positions}`,
  ]
    .filter((figure) => figure !== '')
    .join(' · ')
}

/**
 * Rounded down, so that the text never shows more than the drawdown, and never less than the threshold it
 * reached.
 */
function showPercent(value: number): string {
  return String(Math.floor(value * 100 + 1e-6) / 100)
}

/** For example `2026-11-28 21:30 UTC+8`. */
function showTime(at: number, utcOffset: number): string {
  const hours = Math.trunc(Math.abs(utcOffset) / 60)
  const minutes = Math.abs(utcOffset) % 60
  const ahead = `${utcOffset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
  return `${writeMoment(at, utcOffset)} UTC${utcOffset === 0 ? '' : ahead}`
}
