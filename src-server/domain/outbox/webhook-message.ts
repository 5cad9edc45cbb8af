import { inOneLine, writeFacts, type MailLanguage, type MailText } from './mail-text.ts'

interface Words {
  readonly subject: string
  readonly told: string
  readonly advice: string
  readonly name: string
  readonly host: string
  readonly answer: string
}

const TEXTS: Record<MailLanguage, Words> = {
  'zh-CN': {
    subject: 'Webhook 已暂停',
    told: '此 Webhook 连续一天发送失败，已自动暂停。期间的事件会保留，恢复后将全部发送。',
    advice: '请修复接收程序，然后登录控制台，打开“Webhook”并点击“恢复”。',
    name: '名称',
    host: '主机',
    answer: '最后一次应答',
  },
  en: {
    subject: 'A webhook is suspended',
    told: 'All deliveries of this webhook failed for a day, so the server suspended it. Its events wait, and all of them are sent when you resume it.',
    advice: 'Repair the receiver, then sign in to the console, open Webhooks, and press Resume.',
    name: 'Name',
    host: 'Host',
    answer: 'Last answer',
  },
}

/** The mail to a developer whose webhook failed for a day. @param answer a status, or why there was none */
export function webhookMail(
  language: MailLanguage,
  { name, host, answer }: { readonly name: string; readonly host: string; readonly answer: string },
): MailText {
  const words = TEXTS[language]
  const facts = writeFacts([
    [words.name, inOneLine(name)],
    [words.host, inOneLine(host)],
    [words.answer, inOneLine(answer)],
  ])
  return {
    subject: `${words.subject}: ${inOneLine(name)}`,
    text: `${words.told}\n\n${facts}\n${words.advice}\n`,
  }
}
