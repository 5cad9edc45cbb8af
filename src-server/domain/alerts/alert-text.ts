import { SUBJECT_FACTS } from '../../contract/rule-names.ts'
import type { Application } from '../application/application.ts'
import { writeMoment } from '../outbox/mail-text.ts'
import { partsOf, worstOf, type AccountAlert, type Alert, type AlertPart } from './alert.ts'
import { firingText, levelText, subjectText, valueText } from '../rules/firing-text.ts'
import { ALERT_WORDS, type AlertWords } from './alert-words.ts'

/** The reader of a text: their language, and the minutes that their clock is ahead of UTC. */
export interface AlertReader {
  readonly language: Application['language']
  readonly utcOffset: (at: number) => number
}

export interface AlertText {
  readonly subject: string
  readonly text: string
}

/** The accounts that the text of a burst names. */
const NAMED = 5

/**
 * Writes alerts of one kind or one rule as one message. Its first line stands out when several messages leave together.
 * @param alerts in the order of their time, at least one
 * @param name the application's
 * @param wasHeld all of them are from quiet hours
 */
export function alertText(
  name: string,
  alerts: readonly [AccountAlert, ...AccountAlert[]],
  reader: AlertReader,
  wasHeld = false,
): AlertText {
  const words = ALERT_WORDS[reader.language]
  const subject = titleOf(alerts[0].alert, words)
  const worst = worstOf(alerts)
  const last = alerts.at(-1)?.alert.at ?? 0
  const body =
    worst.length === 1 ? ofOneAccount(subject, alerts, reader) : ofMany(subject, name, alerts, worst, words)
  const lines = [
    ...body,
    wasHeld ? words.held(alerts.length) : '',
    `${name} · ${showTime(last, reader.utcOffset(last))}`,
  ]
  return { subject, text: lines.filter((line) => line !== '').join('\n') }
}

function titleOf(alert: Alert, words: AlertWords): string {
  return alert.kind === 'rule' ? words.rule(alert.rule.name) : words[alert.kind]
}

function ofOneAccount(
  subject: string,
  alerts: readonly [AccountAlert, ...AccountAlert[]],
  reader: AlertReader,
): string[] {
  const words = ALERT_WORDS[reader.language]
  const newest = alerts.at(-1) ?? alerts[0]
  return [
    words.title(subject) + nameOf(newest, words),
    ...alerts.map(({ alert }) => sentence(alert, words, reader.utcOffset)),
    figuresOf(newest, words),
  ]
}

function ofMany(
  subject: string,
  name: string,
  alerts: readonly AccountAlert[],
  worst: readonly AccountAlert[],
  words: AlertWords,
): string[] {
  const parts = partsOf(alerts)
  const [only] = parts
  const isOne = parts.length === 1 && only !== undefined
  const head =
    words.title(subject) + words.of(name, isOne ? lineOf(only, words) : words.accounts(worst.length))
  return [
    head,
    ...(isOne ? [] : parts.map((part) => lineOf(part, words))),
    ...worst.slice(0, NAMED).map((one) => `${nameOf(one, words)} ${valueOf(one.alert, words)}`.trimEnd()),
    worst.length > NAMED ? words.more(worst.length - NAMED) : '',
  ]
}

function lineOf({ accounts, first: { alert } }: AlertPart, words: AlertWords): string {
  switch (alert.kind) {
    case 'drawdown':
      return words.over(accounts, showPercent(alert.threshold))
    case 'silent':
      return words.silentAccounts(accounts)
    case 'back':
      return words.backAccounts(accounts)
    case 'close_overdue':
      return words.overdueAccounts(accounts)
    case 'rule': {
      const { subject } = alert.rule
      const isOver = SUBJECT_FACTS[subject].worse === 'over'
      const level = levelText(words.language, subject, alert.threshold)
      const reached = words.firedAccounts(accounts, subjectText(words.language, subject), isOver, level)
      return words.act(reached, words.acts[alert.act])
    }
  }
}

function nameOf({ account: { accountKey, label } }: AccountAlert, words: AlertWords): string {
  return `${accountKey}${label && words.label(label)}`
}

/** The value of an account in the text of a burst. */
function valueOf(alert: Alert, words: AlertWords): string {
  switch (alert.kind) {
    case 'drawdown':
      return `${showPercent(alert.dd)} %`
    case 'silent':
    case 'back':
      return spanOf(alert.heardAt, alert.at, words)
    case 'close_overdue':
      return alert.positions === null ? '' : words.open(alert.positions)
    case 'rule':
      return alert.value === null ? '' : valueText(words.language, alert.rule.subject, alert.value)
  }
}

function sentence(alert: Alert, words: AlertWords, utcOffset: AlertReader['utcOffset']): string {
  switch (alert.kind) {
    case 'drawdown':
      return words.reached(showPercent(alert.dd), showPercent(alert.threshold))
    case 'silent':
      return words.silentFor(
        spanOf(alert.heardAt, alert.at, words),
        showTime(alert.heardAt, utcOffset(alert.heardAt)),
      )
    case 'back':
      return words.backAfter(spanOf(alert.heardAt, alert.at, words))
    case 'close_overdue':
      return alert.repeats > 0
        ? words.exhausted(alert.repeats)
        : words.overdue(spanOf(alert.deliveredAt, alert.at, words))
    case 'rule': {
      const { rule, value, threshold, act } = alert
      return words.act(
        firingText(words.language, rule.subject, value ?? threshold, threshold),
        words.acts[act],
      )
    }
  }
}

function spanOf(from: number, to: number, words: AlertWords): string {
  return words.span(Math.max(1, Math.floor((to - from) / 60)))
}

/** Leaves out unknown values. */
function figuresOf({ alert, equity, positions }: AccountAlert, words: AlertWords): string {
  const open = alert.kind === 'close_overdue' ? (alert.positions ?? NaN) : positions
  return [
    Number.isNaN(equity) ? '' : `${words.equity} ${equity.toFixed(2)}`,
    Number.isNaN(open) ? '' : `${words.positions} ${open}`,
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
