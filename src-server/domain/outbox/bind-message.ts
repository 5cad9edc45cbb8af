import type { Application } from '../application/application.ts'
import type { OutboxMessage } from './message.ts'

/**
 * To the person who wrote to the bot: `bound`, `held`, `expired`, `unknown`, `used`, `help`, `declined`. To
 * the previous recipient: `rebound`, `kept`, `unbound`.
 */
export type BindMessageStage =
  | 'bound'
  | 'held'
  | 'expired'
  | 'unknown'
  | 'used'
  | 'help'
  | 'declined'
  | 'rebound'
  | 'kept'
  | 'unbound'

/** `{key}` stands for the trading account's key. */
const TEXTS: Record<Application['language'], Record<BindMessageStage, string>> = {
  zh: {
    bound: '绑定成功。交易账户 {key} 的消息将发送到这里。',
    held: '交易账户 {key} 已绑定到其他接收人,更换需要软件提供商确认。确认后会在这里通知您。',
    expired: '绑定码已过期,请在绑定页面重新获取。',
    unknown: '绑定码不存在,请核对后重新发送。',
    used: '该绑定码已使用过。如需重新绑定,请在绑定页面重新获取。',
    help: '这里接收交易账户的消息。如需绑定,请先在软件提供商的绑定页面获取绑定码,再发送: 绑定 绑定码',
    declined: '软件提供商未同意更换交易账户 {key} 的接收人。如有疑问,请联系软件提供商。',
    rebound: '交易账户 {key} 已绑定到其他接收人,您将不再收到它的消息。如非本人操作,请联系软件提供商。',
    kept: '有人申请接收交易账户 {key} 的消息,软件提供商未同意。您将继续收到它的消息。',
    unbound: '软件提供商已解除交易账户 {key} 的绑定,您将不再收到它的消息。',
  },
  en: {
    bound: 'Bound. Messages of the trading account {key} come to you here.',
    held: 'The trading account {key} is bound to somebody else, so the vendor has to agree. You will be told here.',
    expired: 'The time of this code is over. Get a new one on the page where you got it.',
    unknown: 'There is no such code. Compare it with the page and send it again.',
    used: 'This code was used already. Get a new one on the page to bind again.',
    help: 'Messages of trading accounts come here. To bind yours, get a code on the vendor’s page and send: bind CODE',
    declined:
      'The vendor did not agree to send you the messages of the trading account {key}. Ask the vendor if in doubt.',
    rebound:
      'The trading account {key} was bound to somebody else; you no longer get its messages. If this was not you, ask the vendor.',
    kept: 'Somebody asked for the messages of the trading account {key}, and the vendor declined. They still come to you.',
    unbound: 'The vendor has unbound the trading account {key}; you no longer get its messages.',
  },
}

/** A message about a bind, in the application's language. */
export function bindMessage(
  application: Pick<Application, 'id' | 'language'>,
  stage: BindMessageStage,
  to: {
    readonly openId: string
    /** Messages with the same key are one message. */
    readonly key: string
    /** Undefined when the text names no account. */
    readonly device?: { readonly id: number; readonly accountKey: string } | undefined
    /** The page that gives codes, for a text that asks for one. Empty when nobody knows it. */
    readonly page?: string
  },
  now: number,
): OutboxMessage {
  const page = to.page === undefined || to.page === '' ? '' : `\n${to.page}`
  const isAnswer = stage !== 'rebound' && stage !== 'kept' && stage !== 'unbound'
  return {
    key: to.key,
    kind: 'messenger',
    purpose: isAnswer ? 'bind_answer' : 'rebound',
    appId: application.id,
    deviceId: to.device?.id ?? null,
    operatorId: null,
    openId: to.openId,
    subject: '',
    text: TEXTS[application.language][stage].replace('{key}', () => to.device?.accountKey ?? '') + page,
    createdAt: now,
  }
}
