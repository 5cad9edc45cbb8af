// Pulsekey 授权客户端，用于 Node 18 及以上和浏览器。 Licence client for Node 18 or newer and for browsers.
// 用法见 sample-node.mjs 和 sample-browser.html。 Both samples show its use.

// 供应商可以修改以下设置。 The vendor may change these settings.
const SETTINGS = {
  // 服务器地址。 The server.
  address: '{{address}}',
  // 应用编号与密钥。 The application's number and keys.
  app: '{{app}}',
  appkey: '{{appkey}}',
  rc4key: '{{rc4key}}',
  // 本程序的版本。 The version of this program.
  version: '{{version}}',
  // 通信方式：0 明文，3 RC4-2。 The traffic: 0 plain, 3 RC4-2.
  mode: '{{mode}}',
  // 收不到应答时可继续使用的小时数，0 为不可。 Hours of use without an answer, 0 for none.
  graceHours: '{{grace_hours}}',
  // 验证应答签名的公钥（十六进制），空为不验证。 Public keys of signed answers in hex, empty for none.
  answerKeys: ['{{answer_key}}', '{{answer_key_next}}'],
}

const FIRST_WAIT = 5
const LONGEST_WAIT = 300
const CHECK_EVERY = 600
const TIMEOUT_MS = 15_000
// 次数卡每次登录扣一次，有效一小时。 A login of a count code takes one use and lasts an hour.
const COUNT_LOGIN = 3600
// 本机时钟有误。 This machine's clock is wrong.
const WRONG_CLOCK = [105, 108]
// 暂时的拒绝，不是授权结束。 Refusals that pass, and are no end of a licence.
const PASSING = [...WRONG_CLOCK, 170, 171, 429]
// 429 的文字也会和其他状态码一起来。 The text of 429 may come with another code.
const TOO_MANY = ['请求频率过快', 'Too many requests, please wait']
// 写文件的间隔，秒。 Seconds between two writes of the time seen.
const WRITE_EVERY = 60

export class Licence {
  #settings
  #options
  #code
  #machine
  #store
  #kept
  #ready
  #asking
  #timer
  #running = false
  #failures = 0
  #offset = 0
  #seen = 0
  #seenAt = performance.now()
  #versionRead = false
  #toldAddress = false
  #found = { status: 'waiting', end: 0, code: 0, message: '' }
  #update
  #shown = ''

  /** 参数见 pulsekey.d.mts。 The options are described in pulsekey.d.mts. */
  constructor(options = {}) {
    this.#settings = { ...SETTINGS, ...options.settings }
    this.#options = {
      now: Date.now,
      fetch: (...call) => fetch(...call),
      setTimer: (run, ms) => setTimeout(run, ms),
      warn: console.warn,
      ...options,
    }
    this.#code = trim(options.code ?? '')
  }

  /** 立即返回，不会因网络失败。 Returns at once and never fails because of the network. */
  start() {
    this.#running = true
    void this.check()
    return this
  }

  /** 停止复查。 Ends the re-checks. */
  stop() {
    this.#running = false
    clearTimeout(this.#timer)
  }

  /** 现在能否使用程序。 Whether the program may be used now. */
  get allowed() {
    const now = this.#now()
    if (this.#found.status === 'licensed') return now < this.#found.end
    if (this.#found.status !== 'grace') return false
    // 时间只向前：拨回时钟并重启没有好处。 Time counts only forward, whoever sets the clock back and starts anew.
    if (now - this.#kept?.seen >= WRITE_EVERY) this.#writeKept({ ...this.#kept, seen: now })
    return this.#isInGrace(now)
  }

  get state() {
    return { ...this.#found, allowed: this.allowed, update: this.#update }
  }

  /** 输入卡密并登录。 Logs in with a code. */
  async activate(code) {
    await this.#asking
    await this.#prepare()
    if (trim(code) !== this.#code) this.#forget()
    this.#code = trim(code)
    this.#failures = 0
    return this.check()
  }

  /** 马上询问服务器。 Asks the server now. */
  check() {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** 解绑本机。 Unbinds this machine. */
  async unbind() {
    await this.#asking
    await this.#prepare()
    const answer = await this.#call('kmunmachine', { kami: this.#code, markcode: this.#machine })
    if (answer?.code === 200) {
      this.#forget()
      clearTimeout(this.#timer)
      this.#find('unbound', { message: textOf(answer) })
    }
    const { code = 0 } = answer ?? {}
    return { done: code === 200, code, message: answer ? textOf(answer) : NO_ANSWER }
  }

  /** 公告。 The announcement, or undefined without an answer. */
  async notice() {
    const answer = await this.#call('notice')
    return answer?.code === 200 ? payloadOf(answer).app_gg : undefined
  }

  async #prepare() {
    this.#ready ??= (async () => {
      const place = IS_NODE ? await nodePlace(this.#settings.app) : browserPlace(this.#settings.app)
      this.#store = this.#options.store ?? place
      this.#machine = this.#options.machine ?? place.machine()
      this.#kept = this.#readKept()
      this.#seen = this.#kept?.seen ?? 0
      this.#offset = this.#kept?.offset ?? 0
    })()
    return this.#ready
  }

  async #ask() {
    clearTimeout(this.#timer)
    await this.#prepare()
    const heard = await this.#question()
    this.#failures = heard ? 0 : this.#failures + 1
    if (this.#running) this.#plan(heard)
    return this.state
  }

  /** @returns 是否收到应答。 Whether there was an answer. */
  async #question() {
    if (!this.#versionRead) {
      const ini = await this.#call('ini')
      if (ini === undefined) return this.#noAnswer()
      if (ini.code === 200 && this.#readVersion(payloadOf(ini))) return true
    }
    if (this.#code === '') return this.#find('waiting', { message: '请输入卡密 / enter your code' })
    if (/\p{Cc}/u.test(this.#code) || (this.#settings.mode === 3 && this.#code.includes('&')))
      return this.#find('refused', { code: 401, message: '卡密有误 / not a code' })
    const answer = await this.#call('kmlogon', { kami: this.#code, markcode: this.#machine })
    if (answer === undefined) return this.#noAnswer()
    // 对别的卡密的应答不算。 An answer to another code is none.
    if (answer.code === 200 && trim(String(payloadOf(answer).kami)) !== this.#code) return this.#noAnswer()
    if (answer.code !== 200) {
      this.#forget()
      return this.#find('refused', { code: answer.code, message: textOf(answer) })
    }
    const end = Number(payloadOf(answer).vip)
    this.#keep(end, answer.time)
    return this.#find('licensed', { end, code: 200 })
  }

  /** @returns 是否必须更新。 Whether the program must be updated first. */
  #readVersion({ version, app_update_must: must, app_update_show: text, app_update_url: url }) {
    const isNewer = compareVersions(version, this.#settings.version) > 0
    this.#update = isNewer ? { version, must: must === 'y', text, url } : undefined
    this.#versionRead = !(isNewer && must === 'y')
    if (this.#versionRead) return false
    this.#forget()
    return this.#find('outdated', { message: text || `请更新到 ${version} / update to ${version}` })
  }

  #noAnswer() {
    const now = this.#now()
    if (this.#kept !== undefined) this.#writeKept({ ...this.#kept, seen: now })
    const isGrace = this.#isInGrace(now)
    const end = isGrace ? this.#kept.end : 0
    // 已被拒绝的仍是被拒绝。 A refusal stays a refusal.
    if (isGrace || !['refused', 'outdated'].includes(this.#found.status))
      this.#find(isGrace ? 'grace' : 'waiting', { end, message: `${NO_ANSWER}: ${this.#place()}` })
    return false
  }

  #isInGrace(now) {
    if (this.#kept === undefined) return false
    return now < Math.min(this.#kept.end, this.#kept.given + this.#settings.graceHours * 3600)
  }

  #find(status, { end = 0, code = 0, message = '' }) {
    this.#found = { status, end, code, message }
    this.#show()
    return true
  }

  #show() {
    const shown = JSON.stringify(this.state)
    if (shown !== this.#shown) this.#options.onChange?.(this.state)
    this.#shown = shown
  }

  /** 下次询问的时间。 When to ask again. */
  #plan(heard) {
    const { status, end } = this.#found
    if (status === 'unbound' || (status === 'waiting' && heard)) return
    const pause = heard ? CHECK_EVERY : Math.min(FIRST_WAIT * 2 ** (this.#failures - 1), LONGEST_WAIT)
    let wait = pause * (0.8 + 0.4 * Math.random())
    if (status === 'licensed') {
      const left = end - this.#now()
      wait = this.#kept?.given + COUNT_LOGIN === end ? left : Math.min(wait, left)
    }
    this.#timer = this.#options.setTimer(() => void this.check(), Math.max(wait, 1) * 1000)
    this.#timer?.unref?.()
  }

  /** 服务器时间，秒；时钟拨回也不会变小。 The server's time in seconds: a clock set back makes it no smaller. */
  #now() {
    const here = performance.now()
    const passed = Math.floor((here - this.#seenAt) / 1000)
    const clock = Math.floor(this.#options.now() / 1000) + this.#offset
    const now = Math.max(clock, this.#seen + passed)
    if (passed > 0 || now > this.#seen) [this.#seen, this.#seenAt] = [now, here]
    return now
  }

  /** @returns 没有可信的应答时为 undefined。 undefined where there is no answer that can be trusted. */
  async #call(api, params, isSecond = false) {
    const { address, app, appkey, rc4key, mode } = this.#settings
    const value = randomHex()
    const form = new URLSearchParams()
    if (params !== undefined) {
      const t = String(Math.floor(this.#options.now() / 1000) + this.#offset)
      // 没有 nonce，同一秒内的两次请求签名相同。 Without a nonce, two calls of one second have one signature.
      const pairs = { ...params, t, nonce: randomHex() }
      const text = Object.entries(pairs)
        .map(([name, part]) => `${name}=${part}&`)
        .join('')
      const signed = { ...pairs, sign: md5(text + appkey) }
      const sealed = { data: toHex(rc4(rc4key, encode(`${text}sign=${signed.sign}`))) }
      for (const [name, part] of Object.entries(mode === 3 ? sealed : signed)) form.set(name, part)
    }
    form.set('value', value)
    const reply = await this.#send(`${address}/api.php?api=${api}&app=${app}`, form)
    const answer = reply && readAnswer(reply.body, mode === 3 ? rc4key : undefined)
    if (answer === undefined || answer.check !== md5(`${answer.time}${appkey}${value}`)) return undefined
    if (!(await this.#isSigned(reply, answer.time, value, api))) return undefined
    this.#offset = answer.time - Math.floor(this.#options.now() / 1000)
    ;[this.#seen, this.#seenAt] = [answer.time, performance.now()]
    if (WRONG_CLOCK.includes(answer.code) && !isSecond && params) return this.#call(api, params, true)
    const isPassing = PASSING.includes(answer.code) || TOO_MANY.includes(answer.msg) || answer.code >= 500
    return isPassing ? undefined : answer
  }

  async #send(url, body) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await this.#options.fetch(url, { method: 'POST', body, signal, cache: 'no-store' })
      if (!response.ok) return undefined
      return { body: new Uint8Array(await response.arrayBuffer()), sent: response.headers.get(SIGNATURE) }
    } catch {
      if (!this.#toldAddress) this.#options.warn(`${NO_ANSWER}: ${this.#place()} (${ALLOW})`)
      this.#toldAddress = true
      return undefined
    }
  }

  /** 主机和端口。 Host and port. */
  #place() {
    const { protocol, hostname, port } = attempt(() => new URL(this.#settings.address)) ?? {}
    return hostname ? `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}` : this.#settings.address
  }

  /** X-Pulsekey-Signature: t=<time> <key id>=<base64> … */
  async #isSigned({ body, sent }, time, value, api) {
    const keys = this.#settings.answerKeys.filter((key) => key !== '')
    if (keys.length === 0) return true
    const [t, ...entries] = (sent ?? '').split(' ')
    if (t !== `t=${time}`) return false
    const head = encode(`pulsekey1\n${time}\n${value}\n${api}\n`)
    const text = Uint8Array.from([...head, ...body])
    for (const entry of entries) {
      const signature = fromBase64(entry.slice(entry.indexOf('=') + 1))
      for (const key of keys) if (await verify(fromHex(key), signature, text)) return true
    }
    return false
  }

  #keep(end, given) {
    this.#writeKept({ end, given, seen: given, offset: this.#offset })
  }

  #writeKept({ end, given, seen, offset }) {
    this.#kept = { end, given, seen, offset }
    const text = [end, given, seen, offset].join(' ')
    attempt(() => this.#store.write(`${text} ${this.#digest(text)}`))
  }

  /** 被改动或从别的机器复制的文件无效。 A file that was edited, or copied from another machine, is worth nothing. */
  #readKept() {
    const [, text, digest] = /^([-\d .]+) (\w{32})$/.exec(attempt(() => this.#store.read()) ?? '') ?? []
    if (text === undefined || digest !== this.#digest(text)) return undefined
    const [end, given, seen, offset] = text.split(' ').map(Number)
    return { end, given, seen, offset }
  }

  #digest(text) {
    return md5([text, this.#code, this.#settings.appkey, this.#machine].join('\n'))
  }

  #forget() {
    this.#kept = undefined
    attempt(() => this.#store.remove())
  }
}

const SIGNATURE = 'x-pulsekey-signature'
const NO_ANSWER = '服务器没有应答 / no answer from the server'
const ALLOW = '请在防火墙中放行此地址 / allow this host and port in the firewall'
const IS_NODE = typeof process === 'object' && process.versions?.node !== undefined

const encode = (text) => new TextEncoder().encode(text)
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16))
const fromBase64 = (text) => Uint8Array.from(attempt(() => atob(text)) ?? '', (sign) => sign.charCodeAt(0))
const randomHex = () => {
  const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(Math.random() * 256))
  return toHex(globalThis.crypto?.getRandomValues(bytes) ?? bytes)
}
// 去掉两端的空白和不可见字符。 Removes blanks and invisible signs at both ends.
const trim = (text) => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
const textOf = ({ msg }) => (typeof msg === 'string' ? msg : '')
const payloadOf = ({ msg, data }) => (typeof msg === 'object' && msg !== null ? msg : (data ?? {}))

function attempt(act) {
  try {
    return act()
  } catch {
    return undefined
  }
}

function readAnswer(bytes, rc4key) {
  return attempt(() => {
    const plain = rc4key === undefined ? bytes : rc4(rc4key, fromHex(new TextDecoder().decode(bytes)))
    const answer = JSON.parse(new TextDecoder().decode(plain))
    return Number.isInteger(answer.code) && Number.isInteger(answer.time) ? answer : undefined
  })
}

/** 按数字比较各段：1.10 比 1.9 新。 Compares the parts as numbers: 1.10 is newer than 1.9. */
function compareVersions(left, right) {
  const [a, b] = [left, right].map((text) => (text.match(/\d+/g) ?? []).map(Number))
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function md5(text) {
  const bytes = encode(text)
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (let i = 0; i < bytes.length; i++) words[i >> 2] |= bytes[i] << ((i % 4) * 8)
  words[bytes.length >> 2] |= 0x80 << ((bytes.length % 4) * 8)
  words[words.length - 2] = bytes.length * 8
  const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let at = 0; at < words.length; at += 16) {
    let [a, b, c, d] = state
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const mix = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round]
      const place = [i, 5 * i + 1, 3 * i + 5, 7 * i][round] % 16
      const sum = (a + mix + Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) + words[at + place]) | 0
      const shift = shifts[round * 4 + (i % 4)]
      ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0]
    }
    for (const [i, part] of [a, b, c, d].entries()) state[i] += part
  }
  return toHex(new Uint8Array(state.buffer))
}

export function rc4(key, bytes) {
  const keys = encode(key)
  const box = Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + box[i] + keys[i % keys.length]) & 255
    ;[box[i], box[j]] = [box[j], box[i]]
  }
  let i = 0
  let j = 0
  return bytes.map((byte) => {
    i = (i + 1) & 255
    j = (j + box[i]) & 255
    ;[box[i], box[j]] = [box[j], box[i]]
    return byte ^ box[(box[i] + box[j]) & 255]
  })
}

/** Ed25519。浏览器不支持时不验证。 A browser that lacks it verifies nothing. */
async function verify(key, signature, text) {
  if (IS_NODE) {
    const { createPublicKey, verify: verifyWith } = await nodeModule('crypto')
    const der = Uint8Array.from([...fromHex('302a300506032b6570032100'), ...key])
    return verifyWith(
      null,
      text,
      createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }),
      signature,
    )
  }
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, text)
  } catch {
    return true
  }
}

/** 打包工具不处理这种导入。 Bundlers leave this import alone. */
function nodeModule(name) {
  const full = `node:${name}`
  return import(/* @vite-ignore */ /* webpackIgnore: true */ full)
}

/** 文件在用户目录的 .pulsekey 中。 The file is in .pulsekey of the user's folder. */
async function nodePlace(app) {
  const [fs, os, path, child] = await Promise.all(['fs', 'os', 'path', 'child_process'].map(nodeModule))
  const file = path.join(os.homedir(), '.pulsekey', `${app}.txt`)
  const ask = (...command) => child.execFileSync(command[0], command.slice(1), { encoding: 'utf8' })
  const sources = {
    linux: () => fs.readFileSync('/etc/machine-id', 'utf8'),
    darwin: () => /IOPlatformUUID.*/.exec(ask('ioreg', '-rd1', '-c', 'IOPlatformExpertDevice'))[0],
    win32: () => ask('reg', 'query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'),
  }
  const cards = () =>
    Object.values(os.networkInterfaces())
      .flat()
      .map(({ mac }) => mac)
  return {
    machine: () =>
      md5(attempt(() => sources[process.platform]().trim()) || [os.hostname(), ...cards()].join()),
    read: () => fs.readFileSync(file, 'utf8'),
    write(text) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, text)
    },
    remove: () => fs.rmSync(file, { force: true }),
  }
}

/** 浏览器没有机器码，用随机的。 A browser has no machine code, so it gets a random one. */
function browserPlace(app) {
  const name = `pulsekey-${app}`
  const machineName = `${name}-machine`
  return {
    machine() {
      const machine = attempt(() => localStorage.getItem(machineName)) ?? randomHex()
      attempt(() => localStorage.setItem(machineName, machine))
      return machine
    },
    read: () => localStorage.getItem(name),
    write: (text) => localStorage.setItem(name, text),
    remove: () => localStorage.removeItem(name),
  }
}
