import type { ServerStatus } from '../contract/shell.ts'
import type { Language } from '../language.ts'

export interface Texts {
  readonly state: Readonly<Record<ServerStatus['state'], string>>
  readonly startingAdvice: string
  readonly downAdvice: string
  readonly endedWith: (code: number) => string
  readonly retryIn: (seconds: number) => string
  readonly restart: string
  readonly restarting: string
  readonly log: string
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    state: {
      starting: 'Starting the server…',
      running: 'The server is running',
      waiting: 'The server is not running',
      stopped: 'The server is stopped',
    },
    startingAdvice: 'The console opens as soon as it is ready.',
    downAdvice: 'Trading programs get no answer until it runs again.',
    endedWith: (code) => `It ended unexpectedly (exit code ${code}).`,
    retryIn: (seconds) => `It is started again in ${seconds} s.`,
    restart: 'Start now',
    restarting: 'Starting…',
    log: 'Last messages of the server',
  },
  zh: {
    state: {
      starting: '正在启动服务器…',
      running: '服务器正在运行',
      waiting: '服务器未运行',
      stopped: '服务器已停止',
    },
    startingAdvice: '就绪后将自动打开控制台。',
    downAdvice: '恢复运行之前，交易程序得不到任何应答。',
    endedWith: (code) => `服务器意外退出（退出代码 ${code}）。`,
    retryIn: (seconds) => `${seconds} 秒后自动重新启动。`,
    restart: '立即启动',
    restarting: '正在启动…',
    log: '服务器的最近消息',
  },
}
