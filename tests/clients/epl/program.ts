import { resolve } from 'node:path'
import { readKitsFrom } from '../../../src-server/entry/adapters/kit-folder.ts'
import { fillKit } from '../../../src-server/kits/fill-kit.ts'
import { KIT_LANGUAGES } from '../../../src-server/kits/languages.ts'
import type { Kit, KitSettings, Said } from '../scripts/program.ts'
import { commandsIn } from './commands.ts'
import { readProgram } from './read-program.ts'
import { Machine, type Value } from './run.ts'

const STATES: Readonly<Record<string, string>> = {
  等待: 'waiting',
  有效: 'licensed',
  宽限: 'grace',
  拒绝: 'refused',
  到期: 'ended',
  更新: 'update',
  解绑: 'unbound',
}
const source = readKitsFrom(resolve(import.meta.dirname, '../../..'))('epl')

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** An interpreter can't wait for an answer: it stops here, and runs the command again with the answer. */
class AnswerMissing extends Error {
  readonly url: string
  readonly form: string

  constructor(url: string, form: string) {
    super('an answer is missing')
    this.url = url
    this.form = form
  }
}

/** The kit of 易语言 in an interpreter. It gets its time from the test. */
export class EplProgram implements Kit {
  /** The kit verifies no signatures of whole answers. */
  verify = () => false
  #now = 0
  #machine: Machine | undefined
  /** The results that the command that runs again has already: random numbers and answers. */
  #drawn: number[] = []
  #answers: Answer[] = []
  #places = { drawn: 0, answers: 0 }

  async settings(s: KitSettings): Promise<void> {
    const values = { ...s, answerKey: '', answerKeyNext: '' }
    const text = fillKit(await source, KIT_LANGUAGES.epl, values)['pulsekey.txt'] ?? ''
    const commands = commandsIn({
      now: () => this.#now,
      random: () => (this.#drawn[this.#places.drawn++] ??= Math.random()),
      post: (url, form) => {
        const answer = this.#answers[this.#places.answers++]
        if (answer === undefined) throw new AnswerMissing(url, form)
        return answer
      },
    })
    this.#machine = new Machine(readProgram(text), commands)
  }

  async say(...fields: readonly (string | number)[]): Promise<Said> {
    const [command, first = '', machineCode = '', file = ''] = fields.map(String)
    let answered: Value = 0
    let notice: Value = ''
    if (command === 'at' || (command === 'tick' && first !== '')) this.#now = Number(first)
    if (command === 'start') await this.#call('许可_启动', first, machineCode, file)
    if (command === 'now') await this.#call('许可_立即询问')
    if (command === 'now' || command === 'tick') await this.#call('许可_询问')
    if (command === 'unbind') answered = await this.#call('许可_解绑')
    if (command === 'notice') {
      notice = await this.#call('许可_公告')
      answered = notice === '' ? 0 : 200
    }
    return this.#look(Number(answered), String(notice))
  }

  end(): Promise<void> {
    return Promise.resolve()
  }

  async #look(answered: number, notice: string): Promise<Said> {
    const read = (name: string) => this.#kit.read(name)
    return {
      state: STATES[String(await this.#call('许可_状态'))] ?? '?',
      mayRun: (await this.#call('许可_可以运行')) === true,
      end: Number(read('许可_到期')),
      code: Number(read('许可_答复码')),
      wait: Number(read('许可_下次')) - Number(read('许可_现在')),
      update: Number(await this.#call('许可_更新')),
      answered,
      text: String(await this.#call('许可_文字')),
      message: String(read('许可_提示')),
      notice,
    }
  }

  get #kit(): Machine {
    if (this.#machine === undefined) throw new Error('settings come first')
    return this.#machine
  }

  async #call(name: string, ...given: Value[]): Promise<Value> {
    const before = this.#kit.keep()
    this.#drawn = []
    this.#answers = []
    for (;;) {
      this.#places = { drawn: 0, answers: 0 }
      try {
        return this.#kit.call(name, given)
      } catch (error) {
        if (!(error instanceof AnswerMissing)) throw error
        this.#kit.restore(before)
        this.#answers.push(await post(error.url, error.form))
      }
    }
  }
}

async function post(url: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  try {
    const answer = await fetch(url, { method: 'POST', body, headers })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  } catch {
    return { status: 0, body: Buffer.alloc(0) }
  }
}
