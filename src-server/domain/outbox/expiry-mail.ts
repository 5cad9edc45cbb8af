import { inOneLine, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

/** A trading account's licence that ends soon. */
export interface Ending {
  readonly accountKey: string
  readonly label: string
  readonly application: string
  /** Unix seconds. */
  readonly vip: number
}

/** The maximum number of licences listed in one mail. For the rest the mail gives a number. */
export const MOST_ENDINGS_LISTED = 50

const TEXTS = {
  'zh-CN': {
    subject: (n: number, days: number) => `${n} 个授权将在 ${days} 天内到期`,
    more: (n: number) => `另有 ${n} 个`,
  },
  en: {
    subject: (n: number, days: number) =>
      `${n === 1 ? 'A licence ends' : `${n} licences end`} within ${days === 1 ? 'a day' : `${days} days`}`,
    more: (n: number) => `and ${n} more`,
  },
} as const

/** @param endings the licences that end next, the soonest first @param total the number of all of them */
export function expiryMail(
  language: MailLanguage,
  endings: readonly Ending[],
  { total, days, utcOffset }: { readonly total: number; readonly days: number; readonly utcOffset: number },
): MailText {
  const texts = TEXTS[language]
  const lines = endings.slice(0, MOST_ENDINGS_LISTED).map(({ accountKey, label, application, vip }) => {
    const account = label === '' ? accountKey : `${accountKey} (${label})`
    return `${writeMoment(vip, utcOffset)}  ${inOneLine(account)}  ${inOneLine(application)}`
  })
  const more = total - lines.length
  const text = [...lines, ...(more > 0 ? [texts.more(more)] : [])].join('\n')
  return { subject: texts.subject(total, days), text: `${text}\n` }
}
