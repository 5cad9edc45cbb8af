import type { OrderFailure } from '../../contract/https-names.ts'
import { inOneLine, writeFacts, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

/** `failing`: renewals fail. `replaced`: a replaced file can't be used. `ending`: the certificate ends soon. */
export type CertificateTrouble = 'failing' | 'replaced' | 'ending'

interface Words {
  readonly subject: Record<CertificateTrouble, string>
  readonly told: Record<CertificateTrouble, string>
  readonly advice: string
  readonly names: string
  readonly end: string
  readonly next: string
  readonly reason: string
}

const TEXTS: Record<MailLanguage, Words> = {
  'zh-CN': {
    subject: { failing: '证书续期失败', replaced: '新证书无法使用', ending: '证书即将到期' },
    told: {
      failing: 'HTTPS 证书多次续期失败。到期之前，服务器继续使用原证书；到期之后，程序会拒绝连接。',
      replaced: '证书文件已被替换，但新文件无法使用。到期之前，服务器继续使用原证书。',
      ending: 'HTTPS 证书即将到期或已到期。到期之后，程序会拒绝连接。',
    },
    advice: '请登录控制台，打开“设置 · HTTPS”查看原因和处理办法。',
    names: '域名',
    end: '到期时间',
    next: '下次尝试',
    reason: '原因',
  },
  en: {
    subject: {
      failing: 'The certificate can’t be renewed',
      replaced: 'The new certificate can’t be used',
      ending: 'The certificate ends soon',
    },
    told: {
      failing:
        'Renewals of the HTTPS certificate fail again and again. The server uses the old certificate until it ends. After that, programs refuse to connect.',
      replaced:
        'The certificate’s file was replaced, and the new file can’t be used. The server uses the old certificate until it ends.',
      ending: 'The HTTPS certificate ends soon, or has ended. After its end, programs refuse to connect.',
    },
    advice: 'Sign in to the console and open Settings, HTTPS: it has the reason and the remedy.',
    names: 'Names',
    end: 'End',
    next: 'Next attempt',
    reason: 'Reason',
  },
}

const REASONS: Record<OrderFailure, readonly [zh: string, en: string]> = {
  no_name: ['没有公网域名', 'there is no public name'],
  terms: ['尚未同意机构的条款', 'the authority’s terms are not agreed to'],
  unreachable: ['无法连接证书机构', 'the authority can’t be reached'],
  untrusted: ['证书机构本身的证书不受信任', 'the authority’s own certificate is not trusted'],
  no_directory: ['地址不是 ACME 目录', 'the address is no ACME directory'],
  binding: ['机构要求外部账户绑定', 'the authority asks for external account binding'],
  contact: ['机构不接受联系邮箱', 'the authority refuses the contact address'],
  rate: ['申请过于频繁，机构要求等待', 'too many orders: the authority asks to wait'],
  name_refused: ['机构不签发此域名', 'the authority does not certify this name'],
  proof: ['机构验证域名失败', 'the authority could not check the name'],
  port: ['验证端口无法打开', 'the port for the check can’t be opened'],
  dns_provider: ['域名服务商拒绝了记录', 'the DNS provider refused the record'],
  dns_record: ['DNS 中没有该记录', 'the record is not in the DNS'],
  locked: ['密钥由另一台机器封存', 'the keys are sealed by another machine'],
  refused: ['机构拒绝了申请', 'the authority refused the order'],
}

export interface CertificateNews {
  readonly trouble: CertificateTrouble
  readonly names: readonly string[]
  /** Unix seconds. */
  readonly until: number
  readonly nextTry: number | undefined
  readonly failure: OrderFailure | undefined
  /** The authority's words, or those about a file. */
  readonly detail: string
  /** Minutes that the server's clock is ahead of UTC. */
  readonly utcOffset: number
}

/** The mail to the owner about a certificate that will end without another one. */
export function certificateMail(language: MailLanguage, news: CertificateNews): MailText {
  const { trouble, until, nextTry, failure, detail, utcOffset } = news
  const words = TEXTS[language]
  const reason = failure === undefined ? '' : REASONS[failure][language === 'en' ? 1 : 0]
  const facts = writeFacts([
    [words.names, inOneLine(news.names.join(', '), 300)],
    [words.end, writeMoment(until, utcOffset)],
    [words.reason, [reason, inOneLine(detail, 300)].filter((text) => text !== '').join(' · ')],
    [words.next, nextTry === undefined ? '' : writeMoment(nextTry, utcOffset)],
  ])
  return { subject: words.subject[trouble], text: `${words.told[trouble]}\n\n${facts}\n${words.advice}\n` }
}
