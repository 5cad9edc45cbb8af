import { inOneLine, writeFacts, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

/** An event about an operator's sign-in that the operator should know. */
export type SecurityEvent =
  /** A sign-in from an address or with a browser not used for a long time. */
  | { readonly kind: 'signed_in'; readonly ip: string; readonly userAgent: string }
  /** Too many failures in a row. */
  | { readonly kind: 'locked'; readonly ip: string; readonly until: number }
  | { readonly kind: 'password_changed'; readonly ip: string }
  /**
   * An overseer (`by`) or the operator switched off the second factor, so the password alone is enough again.
   */
  | { readonly kind: 'totp_off'; readonly ip: string; readonly by: string }
  /** A recovery code replaced the authenticator's code. */
  | { readonly kind: 'recovery_code'; readonly ip: string; readonly left: number }
  /** The owner signed in through the recovery address that the server printed at its start. */
  | { readonly kind: 'recovered'; readonly ip: string }

interface Words {
  readonly subject: string
  readonly told: string
}
interface Texts extends Record<SecurityEvent['kind'], Words> {
  readonly name: string
  readonly time: string
  readonly address: string
  readonly browser: string
  readonly until: string
  readonly by: string
  readonly left: string
  readonly advice: string
}

const TEXTS: Record<MailLanguage, Texts> = {
  'zh-CN': {
    signed_in: { subject: '新的登录', told: '您的账号刚刚登录，来自近 90 天内未见过的地址或浏览器。' },
    locked: { subject: '登录已被暂时锁定', told: '您的账号连续多次登录失败，已暂时锁定该来源的登录。' },
    password_changed: { subject: '密码已修改', told: '您的账号密码已修改，其他会话已全部结束。' },
    totp_off: { subject: '身份验证器已停用', told: '您的账号不再要求身份验证器的验证码，仅凭密码即可登录。' },
    recovery_code: {
      subject: '已使用恢复码登录',
      told: '有人使用恢复码代替身份验证器的验证码登录了您的账号。',
    },
    recovered: {
      subject: '所有者账号已恢复',
      told: '已通过服务器启动时给出的地址重设所有者密码，身份验证器已停用，所有会话已结束。',
    },
    name: '账号',
    time: '时间',
    address: '地址',
    browser: '浏览器',
    until: '锁定至',
    by: '操作人',
    left: '剩余恢复码',
    advice: '如非本人操作，请立即修改密码并结束其他会话。',
  },
  en: {
    signed_in: {
      subject: 'New sign-in',
      told: 'Your account was signed in from an address or a browser not seen in the last 90 days.',
    },
    locked: {
      subject: 'Sign-in is locked for a while',
      told: 'Signing in to your account failed too often in a row. It is locked for that address for a while.',
    },
    password_changed: {
      subject: 'Password changed',
      told: 'The password of your account was changed. All other sessions have ended.',
    },
    totp_off: {
      subject: 'Authenticator switched off',
      told: 'Your account asks for no authenticator code any more: the password alone is enough.',
    },
    recovery_code: {
      subject: 'Signed in with a recovery code',
      told: 'A recovery code was given in place of your authenticator’s code.',
    },
    recovered: {
      subject: 'Owner account recovered',
      told: 'The owner’s password was set anew by the address the server printed at its start. The authenticator is off, and all sessions have ended.',
    },
    name: 'Account',
    time: 'Time',
    address: 'Address',
    browser: 'Browser',
    until: 'Locked until',
    by: 'Done by',
    left: 'Recovery codes left',
    advice: 'If this was not you, change your password at once and end the other sessions.',
  },
}

/** @param at Unix seconds @param utcOffset minutes the server's clock is ahead of UTC */
export function securityMail(
  language: MailLanguage,
  event: SecurityEvent,
  { name, at, utcOffset }: { readonly name: string; readonly at: number; readonly utcOffset: number },
): MailText {
  const texts = TEXTS[language]
  const { subject, told } = texts[event.kind]
  const facts = writeFacts([
    [texts.name, inOneLine(name)],
    [texts.time, writeMoment(at, utcOffset)],
    [texts.address, event.ip],
    [texts.browser, 'userAgent' in event ? inOneLine(event.userAgent) : ''],
    [texts.until, 'until' in event ? writeMoment(event.until, utcOffset) : ''],
    [texts.by, 'by' in event ? inOneLine(event.by) : ''],
    [texts.left, 'left' in event ? String(event.left) : ''],
  ])
  return { subject: `${subject}: ${inOneLine(name)}`, text: `${told}\n\n${facts}\n${texts.advice}\n` }
}
