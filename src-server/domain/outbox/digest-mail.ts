import type { RiskKind } from '../../contract/sales-names.ts'
import { inOneLine, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

/**
 * The daily summary for an operator with applications, limited to the data they may see. Times are Unix
 * seconds.
 */
export interface Digest {
  /** For example `2026-11-28`. */
  readonly day: string
  readonly accounts: Readonly<Record<'live' | 'late' | 'silent' | 'closed' | 'never', number>>
  /** The deepest drawdowns now, percent, the worst first. */
  readonly drawdowns: readonly { readonly subject: string; readonly dd: number }[]
  /** The groups of the risks of the last 24 hours, the worst first, and the number of the risks. */
  readonly alerts: readonly DigestAlert[]
  readonly alertCount: number
  /** The events of the last 24 hours whose messages a snooze kept back. */
  readonly snoozed: readonly { readonly kind: RiskKind; readonly subject: string; readonly count: number }[]
  /** The most frequent kinds of refused calls. */
  readonly refusals: readonly { readonly subject: string; readonly times: number }[]
  /** Risks without an acknowledgement. */
  readonly openRisks: number
  readonly requests: { readonly pending: number; readonly overdue: number }
  readonly expiring: { readonly count: number; readonly days: number }
  /** Messages that the server gave up. */
  readonly undelivered: number
}

export interface DigestAlert {
  readonly kind: RiskKind
  /** The account, or the application of several. */
  readonly subject: string
  /** The number of risks in the group. */
  readonly count: number
  readonly at: number
}

interface Texts {
  readonly subject: string
  readonly accounts: (of: Digest['accounts']) => string
  readonly drawdowns: string
  readonly alerts: (n: number) => string
  readonly snoozed: (n: number) => string
  readonly group: (subject: string, n: number) => string
  readonly refusals: string
  readonly times: (n: number) => string
  readonly openRisks: (n: number) => string
  readonly requests: (of: Digest['requests']) => string
  readonly expiring: (of: Digest['expiring']) => string
  readonly undelivered: (n: number) => string
  readonly kinds: Record<RiskKind, string>
}

const TEXTS: Record<MailLanguage, Texts> = {
  'zh-CN': {
    subject: '每日摘要',
    accounts: ({ live, late, silent, closed, never }) =>
      `账户：在线 ${live}，延迟 ${late}，失联 ${silent}，休市 ${closed}，从未上线 ${never}`,
    drawdowns: '当前最大回撤：',
    alerts: (n) => `近 24 小时告警（${n}）：`,
    snoozed: (n) => `已暂停、未发送的预警（${n}）：`,
    group: (subject, n) => `${subject}：${n} 项`,
    refusals: '集中被拒的调用：',
    times: (n) => `${n} 次`,
    openRisks: (n) => `待确认风险：${n}`,
    requests: ({ pending, overdue }) => `待处理售后申请：${pending}，其中超时 ${overdue}`,
    expiring: ({ count, days }) => `${days} 天内到期的授权：${count}`,
    undelivered: (n) => `未能送达的消息：${n}`,
    kinds: {
      drawdown: '回撤',
      margin: '保证金不足',
      silent: '失联',
      refused_cluster: '集中被拒',
      many_addresses: '地址过多',
      two_terminals: '多个终端',
      skewed_clock: '时钟偏差',
      close_overdue: '平仓逾期',
      rule: '规则触发',
      keys_exposed: '密钥暴露',
      weak_setting: '设置薄弱',
    },
  },
  en: {
    subject: 'Daily digest',
    accounts: ({ live, late, silent, closed, never }) =>
      `Accounts: ${live} live, ${late} late, ${silent} silent, ${closed} while the market is closed, ${never} never seen`,
    drawdowns: 'Deepest drawdowns now:',
    alerts: (n) => `Alerts of the last 24 hours (${n}):`,
    snoozed: (n) => `Snoozed, without a message (${n}):`,
    group: (subject, n) => `${subject}: ${n} of them`,
    refusals: 'Calls refused in numbers:',
    times: (n) => `${n} times`,
    openRisks: (n) => `Risks to look at: ${n}`,
    requests: ({ pending, overdue }) => `Requests that wait: ${pending}, longer than promised: ${overdue}`,
    expiring: ({ count, days }) =>
      `Licences that end within ${days === 1 ? 'a day' : `${days} days`}: ${count}`,
    undelivered: (n) => `Messages that were not delivered: ${n}`,
    kinds: {
      drawdown: 'drawdown',
      margin: 'low margin level',
      silent: 'silent',
      refused_cluster: 'refused calls',
      many_addresses: 'many addresses',
      two_terminals: 'several terminals',
      skewed_clock: 'skewed clock',
      close_overdue: 'close overdue',
      rule: 'rule fired',
      keys_exposed: 'keys exposed',
      weak_setting: 'weak setting',
    },
  },
}

/** @param site the platform's name @param clock minutes the reader's clock is ahead of UTC at a moment */
export function digestMail(
  language: MailLanguage,
  digest: Digest,
  { site, clock }: { readonly site: string; readonly clock: (at: number) => number },
): MailText {
  const texts = TEXTS[language]
  const { accounts, drawdowns, alerts, snoozed, refusals, requests, expiring } = digest
  const paragraphs = [
    [
      texts.accounts(accounts),
      texts.openRisks(digest.openRisks),
      texts.requests(requests),
      texts.expiring(expiring),
      texts.undelivered(digest.undelivered),
    ],
    listed(
      texts.drawdowns,
      drawdowns.map(({ subject, dd }) => `${dd.toFixed(1)}%  ${inOneLine(subject)}`),
    ),
    listed(
      texts.alerts(digest.alertCount),
      alerts.map(
        ({ kind, subject, count, at }) =>
          `${writeMoment(at, clock(at))}  ${texts.kinds[kind]}  ${inOneLine(count > 1 ? texts.group(subject, count) : subject)}`,
      ),
    ),
    listed(
      texts.snoozed(snoozed.reduce((sum, { count }) => sum + count, 0)),
      snoozed.map(({ kind, subject, count }) => `${count}  ${texts.kinds[kind]}  ${inOneLine(subject)}`),
    ),
    listed(
      texts.refusals,
      refusals.map(({ subject, times }) => `${texts.times(times)}  ${inOneLine(subject)}`),
    ),
  ]
  return {
    subject: `${inOneLine(site)} ${texts.subject} ${digest.day}`,
    text: paragraphs
      .filter((lines) => lines.length > 0)
      .map((lines) => `${lines.join('\n')}\n`)
      .join('\n'),
  }
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}
