import type { Request } from '../aftersales/request.ts'
import { showNumber } from '../aftersales/number.ts'
import { inOneLine, writeFacts, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

/** The maximum number of requests listed in one mail. For the rest the mail gives a number. */
const MOST_LISTED = 20

const TEXTS = {
  'zh-CN': {
    new: (n: number) => `${n} 个新的售后申请`,
    late: (n: number) => `${n} 个售后申请超时未处理`,
    lateBy: (hours: number) => `以下申请已超过承诺的 ${hours} 小时仍未处理：`,
    unbind: '解绑',
    rebind: '换绑',
    app: '应用',
    more: (n: number) => `另有 ${n} 个`,
    decide: '请在控制台的售后申请中处理。',
  },
  en: {
    new: (n: number) => (n === 1 ? 'A new request' : `${n} new requests`),
    late: (n: number) => (n === 1 ? 'A request waits too long' : `${n} requests wait too long`),
    lateBy: (hours: number) => `Waiting longer than the ${hours} ${hours === 1 ? 'hour' : 'hours'} promised:`,
    unbind: 'unbind',
    rebind: 'rebind',
    app: 'Application',
    more: (n: number) => `and ${n} more`,
    decide: 'Decide them among the requests of the console.',
  },
} as const

/**
 * A mail about new requests of one application, or about requests that nobody decided in time. Contacts and
 * reasons stay out of the mail.
 * @param late the hours in which an answer was promised, left out for new requests
 */
export function requestMail(
  language: MailLanguage,
  application: { readonly id: number; readonly name: string },
  requests: readonly Pick<Request, 'number' | 'kind' | 'subject' | 'createdAt'>[],
  { utcOffset, late }: { readonly utcOffset: number; readonly late?: number },
): MailText {
  const texts = TEXTS[language]
  const name = inOneLine(application.name)
  const title = late === undefined ? texts.new(requests.length) : texts.late(requests.length)
  const lines = requests
    .slice(0, MOST_LISTED)
    .map(
      ({ number, kind, subject, createdAt }) =>
        `${writeMoment(createdAt, utcOffset)}  ${showNumber(number)}  ${texts[kind]}  ${inOneLine(subject)}`,
    )
  const more = requests.length - lines.length
  const paragraphs = [
    ...(late === undefined ? [] : [texts.lateBy(late)]),
    [...lines, ...(more > 0 ? [texts.more(more)] : [])].join('\n'),
    writeFacts([[texts.app, `${name} (${application.id})`]]).trimEnd(),
    texts.decide,
  ]
  return { subject: `${title}: ${name}`, text: `${paragraphs.join('\n\n')}\n` }
}
