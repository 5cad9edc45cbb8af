import type { ServerStatus } from '../contract/shell.ts'
import type { Language } from '../language.ts'

type Reach = NonNullable<ServerStatus['publicReach']>
/** An address that not everybody reaches says so. */
const ONLY: Readonly<Record<Language, Readonly<Record<Reach, string>>>> = {
  en: { public: '', private: ' (only in your network)', loopback: ' (only on this computer)' },
  zh: { public: '', private: '（仅限局域网）', loopback: '（仅限本机）' },
}

export interface TrayTexts {
  readonly running: string
  readonly starting: string
  readonly waiting: string
  readonly stopped: string
  readonly attached: (name: string) => string
  readonly unreachable: (name: string) => string
  /** A click on it copies the address. */
  readonly copyAddress: (address: string, reach: Reach) => string
  readonly live: (count: number) => string
  readonly risks: (count: number) => string
  readonly pauseAll: string
  readonly closeAll: string
  readonly open: string
  readonly board: string
  readonly startAtLogin: string
  readonly quit: string
}

export const TRAY_TEXTS: Readonly<Record<Language, TrayTexts>> = {
  en: {
    running: 'The server is running',
    starting: 'The server is starting',
    waiting: 'The server is not running',
    stopped: 'The server is stopped',
    attached: (name) => `Connected to ${name}`,
    unreachable: (name) => `${name} can’t be reached`,
    copyAddress: (address, reach) => `Copy address: ${address}${ONLY.en[reach]}`,
    live: (count) => (count === 1 ? '1 trading account online' : `${count} trading accounts online`),
    risks: (count) => (count === 1 ? '1 high risk' : `${count} high risks`),
    pauseAll: 'Pause all opening…',
    closeAll: 'Close all of a group…',
    open: 'Open Pulsekey',
    board: 'Small board on top',
    startAtLogin: 'Start when I sign in',
    quit: 'Quit',
  },
  zh: {
    running: '服务器正在运行',
    starting: '服务器正在启动',
    waiting: '服务器未运行',
    stopped: '服务器已停止',
    attached: (name) => `已连接到“${name}”`,
    unreachable: (name) => `无法连接“${name}”`,
    copyAddress: (address, reach) => `复制地址：${address}${ONLY.zh[reach]}`,
    live: (count) => `${count} 个交易账户在线`,
    risks: (count) => `${count} 项高风险`,
    pauseAll: '暂停全部开仓…',
    closeAll: '批量全部平仓…',
    open: '打开 Pulsekey',
    board: '置顶小看板',
    startAtLogin: '登录系统时启动',
    quit: '退出',
  },
}
