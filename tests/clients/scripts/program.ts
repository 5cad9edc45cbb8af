import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The words of a kit after a command. */
export interface Said {
  readonly state: string
  readonly mayRun: boolean
  readonly end: number
  readonly code: number
  /** Seconds until the next question. */
  readonly wait: number
  /** 0 none, 1 there is an update, 2 it must be made. */
  readonly update: number
  /** The code that an unbind or a notice got. */
  readonly answered: number
  readonly text: string
  readonly message: string
  readonly notice: string
}

export interface KitSettings {
  readonly address: string
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  readonly version: string
  readonly mode: number
  readonly graceHours: number
  readonly answerKey?: string
  readonly answerKeyNext?: string
}

/** Decides whether a signature is good, in the place of a library that a kit's host may have. */
export type Verify = (key: Buffer, message: Buffer, signature: Buffer) => boolean

/** A kit that a test drives. */
export interface Kit {
  verify: Verify
  settings(settings: KitSettings): Promise<void>
  /** A command with its values. @throws what went wrong in the kit's program */
  say(...fields: readonly (string | number)[]): Promise<Said>
  end(): Promise<void>
}

/** A kit in its driver's process. It gets its time from the test. */
export class KitProgram implements Kit {
  verify: Verify = () => false
  readonly #process: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string, undefined>
  #errors = ''

  constructor([command, ...args]: readonly string[]) {
    this.#process = spawn(command ?? '', args)
    this.#process.stderr.on('data', (text) => (this.#errors += String(text)))
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]()
  }

  async settings(s: KitSettings): Promise<void> {
    const fields = [s.address, s.app, s.appkey, s.rc4Key, s.version, s.mode, s.graceHours]
    await this.say('settings', ...fields, s.answerKey ?? '', s.answerKeyNext ?? '')
  }

  /** @throws with the program's errors when it has ended, for example with a finding of a sanitizer */
  async say(...fields: readonly (string | number)[]): Promise<Said> {
    this.#process.stdin.write(`${fields.join('\t')}\n`)
    for (;;) {
      const line = await this.#lines.next()
      if (line.done === true) throw new Error(`the kit's program has ended: ${this.#errors}`)
      const words = line.value.split(' ')
      if (words[0] === 'state') return read(words)
      const [first, second, third] = words.slice(1).map((word) => Buffer.from(word, 'hex'))
      this.#process.stdin.write(
        words[0] === 'call'
          ? `${await post(first!.toString(), second!.toString())}\n`
          : `${this.verify(first!, second!, third!) ? '1' : '0'}\n`,
      )
    }
  }

  async end(): Promise<void> {
    this.#process.stdin.end()
    if (this.#process.exitCode === null) await once(this.#process, 'exit')
    if (this.#process.exitCode !== 0) throw new Error(this.#errors)
  }
}

/** Sends a kit's call. @returns the answer in the form that the driver reads */
async function post(url: string, body: string): Promise<string> {
  try {
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const signature = answer.headers.get('x-pulsekey-signature') ?? ''
    return `${String(answer.status)} ${bytes.toString('hex')} ${signature}`
  } catch {
    return '0 '
  }
}

function read(words: readonly string[]): Said {
  const [, state, mayRun, end, code, wait, update, answered, text, message, notice] = words
  const decode = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString()
  return {
    state: state!,
    mayRun: mayRun === '1',
    end: Number(end),
    code: Number(code),
    wait: Number(wait),
    update: Number(update),
    answered: Number(answered),
    text: decode(text),
    message: decode(message),
    notice: decode(notice),
  }
}
