import type { Message } from './code-messages.ts'

type Language = keyof Message

interface BindTexts {
  /** The text above the button. */
  readonly hint: string
  readonly hintOff: string
  /** The text that the customer sends to the bot. */
  sendText(code: string): string
  steps(sendText: string): string
}

/**
 * The texts about binding a messenger, in the application's language (the specification, mt5messenger_bind).
 */
const BIND_TEXTS: Readonly<Record<Language, BindTexts>> = {
  zh: {
    hint: '绑定后,交易账户的消息将以私信发送给您',
    hintOff: '该应用未开启消息通知',
    sendText: (code) => `绑定 ${code}`,
    steps: (sendText) => `1. 打开机器人会话; 2. 在10分钟内发送: ${sendText}; 3. 收到回复后即绑定完成`,
  },
  en: {
    hint: 'Once bound, messages of the trading account come to you privately',
    hintOff: 'Messages are switched off for this application',
    sendText: (code) => `bind ${code}`,
    steps: (sendText) =>
      `1. Open the chat with the bot; 2. Send within 10 minutes: ${sendText}; 3. You are bound when it replies`,
  },
}

export function bindTexts(language: Language): BindTexts {
  return BIND_TEXTS[language]
}
