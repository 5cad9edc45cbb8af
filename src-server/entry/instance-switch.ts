import type { AjaxReply, AjaxRequest } from '../ajax/console/dispatch.ts'
import type { Live } from '../ajax/console/live.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import type { ServerInstance } from './server-instance.ts'

/** Calls that wait for a change of houses at most; more are refused. */
const MOST_WAITING = 10_000
/** What is under way is waited for this long, milliseconds: a messenger that doesn't answer holds no restore up. */
const LONGEST_CALL_MS = 12_000

/** Who lives behind the doors now. While the house is changed, calls wait outside instead of being refused. */
export class InstanceSwitch implements Live {
  #house: ServerInstance
  readonly #refuse: () => HttpReply
  #moved: Promise<void> | undefined
  #waiting = 0
  #underWay = 0
  #idle: (() => void) | undefined

  /** @param refuse the answer where too many wait */
  constructor(house: ServerInstance, refuse: () => HttpReply) {
    this.#house = house
    this.#refuse = refuse
  }

  get house(): ServerInstance {
    return this.#house
  }

  readonly answer = (call: RawCall): HttpReply | Promise<HttpReply> => {
    if (this.#moved !== undefined) return this.#later(this.#moved, () => this.answer(call), this.#refuse)
    const reply = this.#house.answer(call)
    return reply instanceof Promise ? this.#follow(reply) : reply
  }

  readonly answerConsole = (request: AjaxRequest): Promise<AjaxReply> => {
    if (this.#moved !== undefined) return this.#moved.then(() => this.answerConsole(request))
    return this.#follow(this.#house.answerConsole(request))
  }

  readonly answerPublic = (request: PublicRequest): Promise<PublicReply | undefined> => {
    if (this.#moved !== undefined) return this.#moved.then(() => this.answerPublic(request))
    return this.#follow(this.#house.answerPublic(request))
  }

  readonly serveImage = (id: string): Promise<ServedImage | undefined> => {
    if (this.#moved !== undefined) return this.#moved.then(() => this.serveImage(id))
    return this.#follow(this.#house.serveImage(id))
  }

  get ended(): AbortSignal {
    return this.#house.live.ended
  }

  readonly open: Live['open'] = async (token, makeSink, lastEventId) => {
    await this.#moved
    return this.#house.live.open(token, makeSink, lastEventId)
  }

  /** Lets what is under way end, closes the house, and opens the next one. @throws what opening throws: then there is none */
  async move(next: () => Promise<ServerInstance>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    this.#moved = promise
    promise.catch(() => undefined)
    try {
      await this.#untilIdle()
      await this.#house.close()
      this.#house = await next()
      this.#house.begin()
      this.#moved = undefined
      resolve(undefined)
    } catch (error) {
      reject(error)
      throw error
    }
  }

  async #later<T>(moved: Promise<void>, answer: () => T | Promise<T>, refuse: () => T): Promise<T> {
    if (this.#waiting >= MOST_WAITING) return refuse()
    this.#waiting++
    try {
      await moved
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
    const timer = setTimeout(this.#idle, LONGEST_CALL_MS)
    await promise
    clearTimeout(timer)
    this.#idle = undefined
  }
}
