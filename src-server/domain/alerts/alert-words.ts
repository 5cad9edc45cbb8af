import type { RuleAct } from '../../contract/rule-names.ts'

const ZH_ACTS: Record<RuleAct, string> = {
  tell: '',
  pause_add: '已停加仓',
  pause_open: '已停开仓',
  close_all: '已下达全部平仓',
}
const EN_ACTS: Record<RuleAct, string> = {
  tell: '',
  pause_add: 'adding is paused',
  pause_open: 'opening is paused',
  close_all: 'close all is ordered',
}

const enAccounts = (n: number) => (n === 1 ? '1 account' : `${n} accounts`)

/** The words of alert texts in the languages of applications. */
export const ALERT_WORDS = {
  zh: {
    language: 'zh',
    drawdown: '回撤提醒',
    silent: '失联提醒',
    back: '恢复通知',
    close_overdue: '平仓超时提醒',
    rule: (name: string) => `规则 ${name}`,
    unacknowledged: (minutes: number) => `${minutes} 分钟内无人确认`,
    title: (title: string) => `【${title}】`,
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
    of: (name: string, what: string) => `${name}：${what}`,
    accounts: (n: number) => `${n} 个账户`,
    over: (n: number, threshold: string) => `${n} 个账户回撤超过 ${threshold} %`,
    silentAccounts: (n: number) => `${n} 个账户失联`,
    backAccounts: (n: number) => `${n} 个账户恢复心跳`,
    overdueAccounts: (n: number) => `${n} 个账户未平仓`,
    firedAccounts: (n: number, subject: string, isOver: boolean, level: string) =>
      `${n} 个账户${subject}${isOver ? '达到' : '降至'} ${level}`,
    act: (text: string, act: string) => (act === '' ? text : `${text}，${act}`),
    open: (n: number) => `${n} 笔持仓`,
    more: (n: number) => `另有 ${n} 个账户`,
    held: (n: number) => `免打扰时段内共 ${n} 条提醒`,
    acts: ZH_ACTS,
  },
  en: {
    language: 'en',
    drawdown: 'Drawdown alert',
    silent: 'Account silent',
    back: 'Account is back',
    close_overdue: 'Close overdue',
    rule: (name: string) => `Rule ${name}`,
    unacknowledged: (minutes: number) => `Not acknowledged for ${minutes} min`,
    title: (title: string) => `[${title}] `,
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
    of: (name: string, what: string) => `${name}: ${what}`,
    accounts: enAccounts,
    over: (n: number, threshold: string) => `${enAccounts(n)} over ${threshold} %`,
    silentAccounts: (n: number) => `${n} accounts silent`,
    backAccounts: (n: number) => `${n} accounts are back`,
    overdueAccounts: (n: number) => `${n} accounts not closed`,
    firedAccounts: (n: number, subject: string, isOver: boolean, level: string) =>
      `${enAccounts(n)}, ${subject.toLowerCase()} ${level} ${isOver ? 'or more' : 'or less'}`,
    act: (text: string, act: string) => (act === '' ? text : `${text}: ${act}`),
    open: (n: number) => `${n} positions`,
    more: (n: number) => `and ${n} more`,
    held: (n: number) => `${n} ${n === 1 ? 'alert' : 'alerts'} of the quiet hours`,
    acts: EN_ACTS,
  },
} as const

export type AlertWords = (typeof ALERT_WORDS)[keyof typeof ALERT_WORDS]
