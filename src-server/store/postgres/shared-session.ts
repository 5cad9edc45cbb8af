import type { PoolClient } from 'pg'
import type { Unit } from '../store.ts'
import { isGone, isOfAStandby } from './failures.ts'

/** A connection, and the operations that run on it. */
export interface Session {
  readonly client: PoolClient
  readonly unit: Unit
  /** Sends the questions of the unit's operations that wait for company. */
  readonly flush: () => void
}

/** A connection that several use at the same time, until nobody does. */
export class SharedSession {
  readonly #session: Promise<Session>
  readonly #closed = Promise.withResolvers<undefined>()
  readonly #end: () => void
  #uses = 0

  /**
   * @param take works on a connection, which is given back afterwards
   * @param end nobody may begin to use this one any more
   */
  constructor(take: (work: (session: Session) => Promise<undefined>) => Promise<undefined>, end: () => void) {
    this.#end = end
    const { promise, resolve, reject } = Promise.withResolvers<Session>()
    this.#session = promise
    // Each use of the connection gets the error by itself.
    this.#closed.promise.catch(() => undefined)
    take((session) => {
      resolve(session)
      return this.#closed.promise
    }).catch(reject)
  }

  /** @throws errors of `work`, of the driver and of the database */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#uses++
    try {
      return await work(await this.#session)
    } catch (error) {
      if (isGone(error) || isOfAStandby(error)) this.#close(error)
      throw error
    } finally {
      this.#uses--
      if (this.#uses === 0) this.#close(undefined)
    }
  }

  /** @param error why the connection is of no use any more */
  #close(error: unknown): void {
    this.#end()
    if (error === undefined) this.#closed.resolve(undefined)
    else this.#closed.reject(error)
  }
}
