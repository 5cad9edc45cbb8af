import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signPairs, type Pair } from '../../simulator/wire/signature.ts'
import type { ConsoleClient } from '../../support/console-client.ts'

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

/** A program with an address of its own, as the balancers see it. */
export interface Program {
  readonly url: string
  readonly agent: Agent
}

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
  readonly #programs: Program[] = []
  readonly #name = `Act ${++loads}`
  #isOver = false
  #made = 0

  constructor(parts: Parts) {
    this.#parts = parts
    const { urls, kamis, owners } = parts
    const start = (url: string): Program => {
      const program = createProgram(url, `127.1.0.${this.#programs.length + 1}`)
      this.#programs.push(program)
      return program
    }
    this.#running = Promise.all([
      ...urls.flatMap((url) => [url, url]).map((url) => this.#pulse(start(url))),
      ...kamis.map((kami, at) => this.#login(start(urls[at % urls.length] ?? ''), kami)),
      ...owners.map((owner) => this.#act(owner)),
    ])
  }

  /** Ends the load. Logins under way are tried until they are confirmed. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
    for (const { agent } of this.#programs) agent.destroy()
  }

  /** The longest time between two confirmed logins since a moment, seconds. */
  longestGap(since: number): number {
    const times = [since, ...this.logins.map(({ at }) => at).filter((at) => at > since), performance.now()]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000
  }

  async #pulse(program: Program): Promise<void> {
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
      const failure = await this.#call(program, 'mt5pulse', app, pairs)
      const ms = performance.now() - begun
      if (failure === undefined) this.pulses.push({ at: begun, ms })
      else this.unanswered.push(failure)
      await delay(PAUSE_MS)
    }
  }

  /** Sends each login again, with the same signature, until it is confirmed: as a program whose answer was lost. */
  async #login(program: Program, kami: string): Promise<void> {
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
        const failure = await this.#call(program, 'kmlogon', app, pairs)
        if (failure === undefined) break
        this.refused.push(failure)
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

  /** @returns what came in place of a success, if anything did */
  async #call(
    program: Program,
    api: string,
    app: number,
    pairs: readonly Pair[],
  ): Promise<string | undefined> {
    const signed = [...pairs, ['sign', signPairs(pairs, this.#parts.appkey)]]
    const body = new URLSearchParams(signed.map(([name = '', value = '']) => [name, value]))
    try {
      const answer = await post(program, `/api.php?api=${api}&app=${app}`, body.toString())
      const { code } = JSON.parse(answer) as { readonly code: number }
      return code === 200 ? undefined : answer
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** @param address on the loopback, from which it calls */
export function createProgram(url: string, address: string): Program {
  return { url, agent: new Agent({ keepAlive: true, localAddress: address }) }
}

/** @returns the body of the answer */
export async function post({ url, agent }: Program, path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
    text(response).then(resolve, reject)
  })
    .once('error', reject)
    .end(body)
  return promise
}
