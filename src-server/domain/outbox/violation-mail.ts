import type { Application } from '../application/application.ts'
import type { OutboxMessage } from './message.ts'

/** A program's text in a mail, characters: it is anybody's (research/reliability.md 2). */
const MAX_TEXT = 1000

const TEXTS = {
  zh: { subject: '违规提醒', from: '来源IP', app: '应用' },
  en: { subject: 'Violation report', from: 'From address', app: 'Application' },
} as const

/**
 * A program reports a violation to its owner (specification, violationsinfo): plain text with a fixed subject. No
 * character of what others wrote can begin another header.
 */
export function violationMail(
  application: Pick<Application, 'name' | 'language' | 'id' | 'ownerId'>,
  report: { readonly msg: string; readonly ip: string },
  now: number,
): Omit<OutboxMessage, 'key'> {
  const { id, ownerId, language } = application
  const texts = TEXTS[language]
  const name = application.name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const msg = Array.from(report.msg.replaceAll(/[^\P{Cc}\n\t]/gu, ' ').trim())
    .slice(0, MAX_TEXT)
    .join('')
  return {
    kind: 'mail',
    purpose: 'violation',
    appId: id,
    deviceId: null,
    operatorId: ownerId,
    openId: '',
    subject: `${texts.subject}: ${name}`,
    text: `${msg}\n\n${texts.app}: ${name} (${id})\n${texts.from}: ${report.ip}\n`,
    createdAt: now,
  }
}
