import type { Application } from '../application/application.ts'

/** The text of a test message, in the application's language. */
export function messengerTestText({ name, language }: Pick<Application, 'name' | 'language'>): string {
  return language === 'zh'
    ? `${name}: 这是一条测试消息,消息通知已可用。`
    : `${name}: this is a test message, messages arrive here.`
}
