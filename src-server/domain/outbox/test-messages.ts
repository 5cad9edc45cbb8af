import { inOneLine, type MailLanguage, type MailText } from './mail-text.ts'
import type { Application } from '../application/application.ts'

const TEXTS = {
  'zh-CN': { subject: '测试邮件', text: '邮件设置有效。此邮件由控制台的“发送测试邮件”发出。' },
  en: {
    subject: 'Test mail',
    text: 'The mail settings work. This mail was asked for in the settings of the console.',
  },
} as const

/** @param site the platform's name */
export function testMail(language: MailLanguage, site: string): MailText {
  const { subject, text } = TEXTS[language]
  return { subject: `${inOneLine(site)}: ${subject}`, text: `${text}\n` }
}

/** The text of a test message, in the application's language. */
export function messengerTestText({ name, language }: Pick<Application, 'name' | 'language'>): string {
  return language === 'zh'
    ? `${name}: 这是一条测试消息,消息通知已可用。`
    : `${name}: this is a test message, messages arrive here.`
}
