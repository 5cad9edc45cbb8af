import { CODE_MESSAGES, FAILURE, type Message } from './code-messages.ts'

type Language = keyof Message

/**
 * Texts that replace a code's own text, for code logins, unbinds, files and messenger binds. They are part of
 * the wire format, like the codes' own texts.
 */
export const TEXTS = {
  codeEnded: { zh: '卡密已到期', en: 'The code has expired' },
  loginRetry: { zh: '登录失败，请重试', en: 'The login failed, please try again' },
  unbindDone: { zh: '卡密解绑成功', en: 'The code is unbound' },
  unbindFailed: { zh: '卡密解绑失败', en: 'The code could not be unbound' },
  unbindNoRight: { zh: '解绑失败,无权限', en: 'Not unbound: no permission' },
  unbindTooSoon: { zh: '解绑失败,换绑时间不足', en: 'Not unbound: too soon after the last time' },
  unbindTooMany: { zh: '解绑失败,可解绑次数不足', en: 'Not unbound: no unbinds left' },
  unbindTimeShort: { zh: '解绑失败,卡密时长不足', en: 'Not unbound: not enough time left on the code' },
  /** Without the prefix of the other texts, as in the original. */
  unbindUsesShort: { zh: '次数不足', en: 'Not enough uses left' },
  unbindUnused: { zh: '全新卡密,无需解绑', en: 'The code is new, there is nothing to unbind' },
  unbindOfAccount: {
    zh: '解绑失败,该卡密已用于交易账户,请申请换绑',
    en: 'Not unbound: the code was used for a trading account. Apply for a rebind',
  },
  unbindVip: { zh: '贵宾卡无需解绑', en: 'A VIP code needs no unbinding' },
  /** The authorization of an MT5 account has expired. */
  deviceEnded: { zh: 'MT5授权已到期', en: 'The MT5 authorization has expired' },
  kitUnknown: { zh: '示例类型不存在', en: 'There is no such kit' },
  kitMode: { zh: '示例不支持该加密方式', en: 'The kits do not speak this encryption' },
  rc4KeyRefused: { zh: '无权获取该应用的密钥', en: 'The key of this application is not yours to read' },
  /** Another program holds the data, so nothing can be stored at the moment. */
  storageHeld: {
    zh: '数据被其他程序占用,请稍后重试',
    en: 'Another program holds the data, please try again',
  },
  noFiles: { zh: '该应用下无外链', en: 'The application has no files' },
  bindSecretWrong: { zh: '绑定密钥有误', en: 'The bind secret is wrong' },
  bindHeld: {
    zh: '该账户已绑定其他接收人,等待软件提供商确认',
    en: 'The account is bound to somebody else: the vendor has to agree first',
  },
  bindCodeUnknown: { zh: '绑定码不存在', en: 'There is no such bind code' },
} as const satisfies Record<string, Message>

/** A code's text. A code without one has the text of 201. */
export function messageOf(code: number, language: Language): string {
  return (CODE_MESSAGES[code] ?? FAILURE)[language]
}

export function textOf(name: keyof typeof TEXTS, language: Language): string {
  return TEXTS[name][language]
}
