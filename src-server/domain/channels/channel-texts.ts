import type { MailLanguage } from '../outbox/mail-text.ts'
import { inOneLine } from '../outbox/mail-text.ts'

const REPEATED: Readonly<Record<MailLanguage, string>> = {
  'zh-CN': '（重发：上次发送没有收到回复，可能已经到过一次）',
  en: '(Sent again: the service did not answer the first attempt, so this may be a repeat.)',
}

const TEST: Readonly<Record<MailLanguage, (name: string) => string>> = {
  'zh-CN': (name) => `这是一条测试消息，“${name}”可以收到预警。`,
  en: (name) => `This is a test message: alerts reach “${name}”.`,
}

const TEST_SUBJECT: Readonly<Record<MailLanguage, string>> = {
  'zh-CN': '预警渠道测试',
  en: 'Alert channel test',
}

/** Marks a text that may have arrived before. */
export function markRepeated(language: MailLanguage, text: string): string {
  return `${REPEATED[language]}\n${text}`
}

/** @param site the platform's name. @param name the channel's name */
export function channelTest(language: MailLanguage, site: string, name: string) {
  const head = inOneLine(site)
  return {
    title: head,
    subject: `${head}: ${TEST_SUBJECT[language]}`,
    text: `${head}\n${TEST[language](inOneLine(name))}`,
  }
}
