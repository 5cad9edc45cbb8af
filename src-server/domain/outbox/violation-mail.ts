import type { Application } from '../application/application.ts'
import { inOneLine, writeFacts, type MailLanguage, type MailText } from './mail-text.ts'

/** The maximum length of a program's text in a mail, characters. Anybody can write this text. */
const MAX_TEXT = 1000

const TEXTS = {
  'zh-CN': { subject: '违规提醒', from: '来源IP', app: '应用' },
  en: { subject: 'Violation report', from: 'From address', app: 'Application' },
} as const

/**
 * A mail about a program's violation report to its owner (the specification, violationsinfo): plain text with
 * a fixed subject. No foreign character can begin another header.
 */
export function violationMail(
  language: MailLanguage,
  application: Pick<Application, 'name' | 'id'>,
  report: { readonly msg: string; readonly ip: string },
): MailText {
  const texts = TEXTS[language]
  const name = inOneLine(application.name)
  const msg = Array.from(report.msg.replaceAll(/[^\P{Cc}\n\t]/gu, ' ').trim())
    .slice(0, MAX_TEXT)
    .join('')
  return {
    subject: `${texts.subject}: ${name}`,
    text: `${msg}\n\n${writeFacts([
      [texts.app, `${name} (${application.id})`],
      [texts.from, report.ip],
    ])}`,
  }
}
