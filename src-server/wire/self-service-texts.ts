import type { Message } from './code-messages.ts'

type Language = keyof Message

/**
 * Texts of the public actions that replace a code's own text (the specification, Self-service ajax actions).
 */
const SELF_SERVICE_TEXTS = {
  closed: { zh: '暂不受理售后申请', en: 'Requests are not taken at the moment' },
  freeMode: { zh: '免费模式,无需解绑', en: 'The application is free of charge: nothing is bound' },
  notBound: { zh: '卡密未绑定设备,无需解绑', en: 'The code is bound to no device' },
  pointsCode: { zh: '积分卡无需解绑', en: 'A points code is bound to no device' },
  openElsewhere: {
    zh: '该卡密或账户已有待处理的申请',
    en: 'A request for it is waiting for a decision already',
  },
  accountUnknown: { zh: '交易账户授权不存在', en: 'There is no such trading account' },
  userDisabled: { zh: '该账号已被禁用', en: 'The account is disabled' },
  requestUnknown: { zh: '申请不存在', en: 'There is no such request' },
  requestEnded: { zh: '该申请已处理', en: 'The request has been decided already' },
  imagesFull: { zh: '图片数量已达上限', en: 'The request has as many pictures as it can have' },
  linkClosed: { zh: '链接无效或已过期', en: 'This link was used up, has ended, or was withdrawn' },
  imageUnknown: { zh: '图片不存在', en: 'There is no such picture' },
} as const satisfies Record<string, Message>

export type SelfServiceText = keyof typeof SELF_SERVICE_TEXTS

export function selfServiceText(name: SelfServiceText, language: Language): string {
  return SELF_SERVICE_TEXTS[name][language]
}
