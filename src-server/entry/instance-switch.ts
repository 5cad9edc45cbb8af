import type { AjaxReply, AjaxRequest, Live } from '../ajax/console/dispatch.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import type { ServerInstance } from './server-instance.ts'

/** Calls that wait for a swap at most; more are refused. */
const MOST_WAITING = 10_000
/** A swap waits so long for calls under way, milliseconds: a messenger that does not answer must not hold up a restore. */
const LONGEST_CALL_MS = 12_000

/** Keeps the one instance that answers, and swaps it on a restore. Calls wait during the swap instead of being refused. */
export class InstanceSwitch implements Live {
  #current: ServerInstance
  readonly #refuse: () => HttpReply
  #swapped: Promise<void> | undefined
  #waiting = 0
  #underWay = 0
  #idle: (() => void) | undefined

  /** @param refuse the answer where too many calls wait */
  constructor(instance: ServerInstance, refuse: () => HttpReply) {
    this.#current = instance
    this.#refuse = refuse
  }

  get current(): ServerInstance {
    return this.#current
  }

  /** Whether calls wait for the next instance. */
  get isSwapping(): boolean {
    return this.#swapped !== undefined
  }

  readonly answer = (call: RawCall): HttpReply | Promise<HttpReply> => {
    if (this.#swapped !== undefined) return this.#later(this.#swapped, () => this.answer(call), this.#refuse)
    const reply = this.#current.answer(call)
    return reply instanceof Promise ? this.#follow(reply) : reply
  }

  readonly answerConsole = (request: AjaxRequest): Promise<AjaxReply | undefined> => {
    if (this.#swapped !== undefined) return this.#swapped.then(() => this.answerConsole(request))
    return this.#follow(this.#current.answerConsole(request))
  }

  readonly answerPublic = (request: PublicRequest): Promise<PublicReply | undefined> => {
    if (this.#swapped !== undefined) return this.#swapped.then(() => this.answerPublic(request))
    return this.#follow(this.#current.answerPublic(request))
  }

  readonly serveImage = (id: string): Promise<ServedImage | undefined> => {
    if (this.#swapped !== undefined) return this.#swapped.then(() => this.serveImage(id))
    return this.#follow(this.#current.serveImage(id))
  }

  /** Asks the instance that answers, after a swap under way. */
  readonly ask = <T>(question: (instance: ServerInstance) => Promise<T>): Promise<T> => {
    if (this.#swapped !== undefined) return this.#swapped.then(() => this.ask(question))
    return this.#follow(question(this.#current))
  }

  get ended(): AbortSignal {
    return this.#current.live.ended
  }

  readonly open: Live['open'] = async (token, makeSink, lastEventId) => {
    await this.#swapped
    return this.#current.live.open(token, makeSink, lastEventId)
  }

  /**
   * Waits for the calls under way, closes the instance, and opens the next one.
   * @throws what opening throws; no instance answers then
   */
  async swap(openNext: () => Promise<ServerInstance>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    this.#swapped = promise
    promise.catch(() => undefined)
    try {
      await this.#untilIdle()
      await this.#current.close()
      this.#current = await openNext()
      this.#current.begin()
      this.#swapped = undefined
      resolve(undefined)
    } catch (error) {
      reject(error)
      throw error
    }
  }

  async #later<T>(swapped: Promise<void>, answer: () => T | Promise<T>, refuse: () => T): Promise<T> {
    if (this.#waiting >= MOST_WAITING) return refuse()
    this.#waiting++
    try {
      await swapped
    } finally {
      this.#waiting--
    }
    return answer()
  }

  async #follow<T>(work: Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await work
    } finally {
      if (--this.#underWay === 0) this.#idle?.()
    }
  }

  async #untilIdle(): Promise<void> {
    if (this.#underWay === 0) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#idle = () => {
      resolve(undefined)
    }
    const timer = setTimeout(resolve, LONGEST_CALL_MS, undefined)
    await promise
    clearTimeout(timer)
    this.#idle = undefined
  }
}
