/**
 * waiting: 还没有应答 no answer yet, or no code. licensed: 已授权. grace: 无应答，宽限期内 no answer, goes on by the last good one.
 * refused: 服务器拒绝 the server refused. outdated: 必须更新 must be updated. unbound: 已解绑.
 */
export type Status = 'waiting' | 'licensed' | 'grace' | 'refused' | 'outdated' | 'unbound'

export interface Update {
  readonly version: string
  readonly must: boolean
  readonly text: string
  readonly url: string
}

export interface State {
  readonly status: Status
  /** 现在能否使用程序。 Whether the program may be used now. */
  readonly allowed: boolean
  /** 到期时间，Unix 秒；4102243200 为永久。 Unix seconds; 4102243200 is for ever. */
  readonly end: number
  /** 服务器的状态码，0 为无应答。 The server's code, 0 for no answer. */
  readonly code: number
  readonly message: string
  /** 有新版本时才有。 Only where there is a newer version. */
  readonly update: Update | undefined
}

/** 保存上次的成功应答。 Keeps the last good answer. */
export interface Store {
  read(): string | null | undefined
  write(text: string): void
  remove(): void
}

export interface Options {
  /** 卡密。 The code; `activate` takes one later. */
  code?: string
  /** 机器码，默认自动生成。 The machine code; by default the kit makes one. */
  machine?: string
  /** 默认：Node 用文件，浏览器用 localStorage。 By default a file in Node, and localStorage in a browser. */
  store?: Store
  /** 状态变化时调用。 Called at each change. */
  onChange?: (state: State) => void
  /** 默认 console.warn。 By default console.warn. */
  warn?: (text: string) => void
  /** 测试用。 For tests: milliseconds, and other settings than those in the file. */
  now?: () => number
  fetch?: typeof fetch
  setTimer?: (run: () => void, ms: number) => unknown
  settings?: Partial<Settings>
}

export interface Settings {
  address: string
  app: number
  appkey: string
  rc4key: string
  version: string
  mode: number
  graceHours: number
  answerKeys: string[]
}

export class Licence {
  constructor(options?: Options)
  /** 立即返回，不会因网络失败。 Returns at once and never fails because of the network. */
  start(): this
  /** 停止复查。 Ends the re-checks. */
  stop(): void
  /** 现在能否使用程序。 Whether the program may be used now. */
  get allowed(): boolean
  get state(): State
  /** 输入卡密并登录。 Logs in with a code. */
  activate(code: string): Promise<State>
  /** 马上询问服务器。 Asks the server now. */
  check(): Promise<State>
  /** 解绑本机。 Unbinds this machine. */
  unbind(): Promise<{ done: boolean; code: number; message: string }>
  /** 公告。 The announcement, or undefined without an answer. */
  notice(): Promise<string | undefined>
}

export function md5(text: string): string
export function rc4(key: string, bytes: Uint8Array): Uint8Array
