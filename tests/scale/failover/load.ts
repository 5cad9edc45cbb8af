import { setTimeout as delay } from 'node:timers/promises'
import { signPairs, type Pair } from '../../simulator/wire/signature.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { readReply, type ApiReply } from '../../support/runtime-client.ts'

interface Parts {
  /** Addresses of the balancers. */
  readonly urls: readonly string[]
  readonly app: number
  readonly appkey: string
  /** Count codes with many uses. */
  readonly kamis: readonly string[]
  readonly accountKey: string
  readonly owners: readonly ConsoleClient[]
}

const PAUSE_MS = 10
const AGAIN_MS = 200
const ACT_MS = 100
let loads = 0

interface Answered {
  /** The moment by the steady clock, milliseconds. */
  readonly at: number
  readonly ms: number
}

/** Programs and people that work all the time, and keep what was confirmed to them. */
export class Load {
  readonly pulses: Answered[] = []
  /** The texts that programs got in place of an answer to a pulse. */
  readonly unanswered: string[] = []
  /** Logins that were confirmed, each after as many tries as it took. */
  readonly logins: Answered[] = []
  /** The texts that programs got in place of an answer to a login, for each try. */
  readonly refused: string[] = []
  /** Names of applications whose creation was confirmed. */
  readonly acts: string[] = []
  readonly tried: string[] = []
  readonly #parts: Parts
  readonly #running: Promise<unknown>
  readonly #name = `Act ${++loads}`
  #isOver = false
  #made = 0

  constructor(parts: Parts) {
    this.#parts = parts
    const { urls, kamis, owners } = parts
    this.#running = Promise.all([
      ...urls.flatMap((url) => [this.#pulse(url), this.#pulse(url)]),
      ...kamis.map((kami, at) => this.#login(urls[at % urls.length] ?? '', kami)),
      ...owners.map((owner) => this.#act(owner)),
    ])
  }

  /** Ends the load. Logins under way are tried until they are confirmed. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** The longest time between two confirmed logins since a moment, seconds. */
  longestGap(since: number): number {
    const times = [since, ...this.logins.map(({ at }) => at).filter((at) => at > since), performance.now()]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000
  }

  async #pulse(url: string): Promise<void> {
    const { app, accountKey } = this.#parts
    while (!this.#isOver) {
      const begun = performance.now()
      const pairs: Pair[] = [
        ['account_key', accountKey],
        ['equity', String(1000 + (this.pulses.length % 100))],
        ['balance', '1000'],
        ['positions', '1'],
        ['t', String(Math.floor(Date.now() / 1000))],
        ['n', String(++this.#made)],
      ]
      const reply = await this.#call(url, 'mt5pulse', app, pairs)
      const ms = performance.now() - begun
      if (typeof reply !== 'string' && reply.code === 200) this.pulses.push({ at: begun, ms })
      else this.unanswered.push(typeof reply === 'string' ? reply : reply.text)
      await delay(PAUSE_MS)
    }
  }

  /** Sends each login again, with the same signature, until it is confirmed: as a program whose answer was lost. */
  async #login(url: string, kami: string): Promise<void> {
    const { app } = this.#parts
    while (!this.#isOver) {
      const begun = performance.now()
      const pairs: Pair[] = [
        ['kami', kami],
        ['markcode', 'PC'],
        ['t', String(Math.floor(Date.now() / 1000))],
        ['n', String(++this.#made)],
      ]
      for (;;) {
        const reply = await this.#call(url, 'kmlogon', app, pairs)
        if (typeof reply !== 'string' && reply.code === 200) break
        this.refused.push(typeof reply === 'string' ? reply : reply.text)
        await delay(AGAIN_MS)
      }
      this.logins.push({ at: performance.now(), ms: performance.now() - begun })
      await delay(PAUSE_MS)
    }
  }

  async #act(owner: ConsoleClient): Promise<void> {
    while (!this.#isOver) {
      const name = `${this.#name}.${++this.#made}`
      this.tried.push(name)
      try {
        if ((await owner.try('app_create', { name })).code === 200) this.acts.push(name)
      } catch {
        // The copy ended, or has not begun.
      }
      await delay(ACT_MS)
    }
  }

  /** @returns what came in place of an answer */
  async #call(url: string, api: string, app: number, pairs: readonly Pair[]): Promise<ApiReply | string> {
    const signed = [...pairs, ['sign', signPairs(pairs, this.#parts.appkey)]]
    const body = new URLSearchParams(signed.map(([name = '', value = '']) => [name, value]))
    try {
      return await readReply(await fetch(`${url}/api.php?api=${api}&app=${app}`, { method: 'POST', body }))
    } catch (error) {
      if (!(error instanceof Error)) return String(error)
      return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
    }
  }
}
