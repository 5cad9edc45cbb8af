import type { Problem, ServerStatus } from '../contract/shell.ts'
import type { Language } from '../language.ts'

export interface Texts {
  readonly state: Readonly<Record<ServerStatus['state'], string>>
  /** For a remote server. */
  readonly remoteState: Readonly<Record<'starting' | 'waiting', (name: string) => string>>
  readonly startingAdvice: string
  readonly downAdvice: string
  readonly problem: Readonly<Record<Problem, (port: string) => string>>
  /** The server's own words, in this language where the server has them. */
  readonly failureOf: (status: Pick<ServerStatus, 'failure' | 'failureZh'>) => string | null
  readonly endedWith: (code: number) => string
  readonly retryIn: (seconds: number) => string
  readonly restart: string
  readonly restarting: string
  readonly tryAgain: string
  readonly port: string
  readonly movePort: string
  /** The consequences of another port. */
  readonly portAdvice: string
  readonly log: string
  readonly openLogs: string
  readonly openData: string
  readonly settings: string
  readonly thisComputer: string
  /** While the next attempt runs, after a failure. */
  readonly tryingNow: string
  /** The user switched the server off. */
  readonly offAdvice: string
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    state: {
      starting: 'Starting the server…',
      running: 'The server is running',
      waiting: 'The server is not running',
      stopped: 'The server is stopped',
    },
    remoteState: {
      starting: (name) => `Connecting to ${name}…`,
      waiting: (name) => `${name} can’t be shown`,
    },
    startingAdvice: 'The console opens as soon as it is ready.',
    downAdvice: 'Trading programs get no answer until it runs again.',
    problem: {
      port_taken: (port) =>
        `Port ${port} is used by another program. Close that program, or use another port.`,
      port_denied: (port) => `This user may not open port ${port}. Use one above 1023.`,
      silent: () => 'The server stopped answering and was shut down.',
      unreachable: () =>
        'No console answers at this address. The server may be off, unreachable from here, or not offer its console to the network.',
      other_certificate: () =>
        'The certificate is not the one you confirmed. Someone may be intercepting the connection. If the server’s operator has renewed it with a new key, compare its fingerprint and add the server again in the desktop settings. It is shown at once then.',
    },
    failureOf: ({ failure }) => failure,
    endedWith: (code) => `The server stopped unexpectedly (exit code ${code}).`,
    retryIn: (seconds) => `Trying again in ${seconds} s.`,
    restart: 'Start now',
    restarting: 'Starting…',
    tryAgain: 'Try now',
    port: 'Public port',
    movePort: 'Use this port',
    portAdvice: 'This is saved in the settings. Customers’ programs must then call the new port.',
    log: 'Latest server messages',
    openLogs: 'Open logs folder',
    openData: 'Open data folder',
    settings: 'Desktop settings…',
    thisComputer: 'Show this computer',
    tryingNow: 'Trying again now…',
    offAdvice: 'Start it here, or in the desktop settings.',
  },
  zh: {
    state: {
      starting: '正在启动服务器…',
      running: '服务器正在运行',
      waiting: '服务器未运行',
      stopped: '服务器已停止',
    },
    remoteState: {
      starting: (name) => `正在连接“${name}”…`,
      waiting: (name) => `无法显示“${name}”`,
    },
    startingAdvice: '就绪后将自动打开控制台。',
    downAdvice: '恢复运行之前，交易程序得不到任何应答。',
    problem: {
      port_taken: (port) => `端口 ${port} 已被其他程序占用。请结束该程序，或改用其他端口。`,
      port_denied: (port) => `当前用户无权打开端口 ${port}，请使用 1023 以上的端口。`,
      silent: () => '服务器停止响应，已被结束。',
      unreachable: () => '该地址没有控制台应答。服务器可能已关闭、网络不通，或未对外开放控制台。',
      other_certificate: () =>
        '对方出示的证书与您确认过的不同，可能有人从中拦截。如服务器管理者已用新密钥更新证书，请核对指纹，并在桌面端设置中重新添加该服务器，随后会立即显示。',
    },
    failureOf: ({ failure, failureZh }) => failureZh ?? failure,
    endedWith: (code) => `服务器意外退出（退出代码 ${code}）。`,
    retryIn: (seconds) => `${seconds} 秒后自动重试。`,
    restart: '立即启动',
    restarting: '正在启动…',
    tryAgain: '立即重试',
    port: '公开端口',
    movePort: '使用此端口',
    portAdvice: '端口将保存到设置中，客户的程序须改用新端口。',
    log: '服务器的最近消息',
    openLogs: '打开日志文件夹',
    openData: '打开数据文件夹',
    settings: '桌面端设置…',
    thisComputer: '显示本机',
    tryingNow: '正在重试…',
    offAdvice: '可在此启动，或在桌面端设置中开启。',
  },
}
