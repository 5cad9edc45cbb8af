import { CONSOLE } from '../contract/error-codes.ts'
import {
  CODES_RETURNED,
  DEBUG_CODE_PREFIX,
  DEFAULT_CODE_ALPHABET,
  DEFAULT_CODE_LENGTH,
  JOB_THRESHOLD,
  MAX_CODE_LENGTH,
} from '../contract/limits.ts'
import type { ListQuery, Page } from '../contract/paging.ts'
import type { Clock, Random } from '../contract/ports.ts'
import { CODE_UNIT_SECONDS, type CodeRecord, type CodeType, type CodeUnit } from '../contract/records/code.ts'
import { onWire } from '../contract/spelling.ts'
import { scopeOf, type Actor } from '../domain/access/scope.ts'
import { codeState, type Code } from '../domain/code/code.ts'
import { generateKami, isDebugCode } from '../domain/code/generate.ts'
import type { CodeFilter } from '../store/repositories/codes.ts'
import type { Store } from '../store/store.ts'
import type { Applications } from './applications.ts'
import type { Jobs, JobTurn } from './jobs.ts'
import { Refused } from './refused.ts'
import { requireAgent } from './require-agent.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly jobs: Jobs
  readonly clock: Clock
  readonly random: Random
}

export interface Order {
  readonly app: number
  readonly type: CodeType
  readonly unit?: CodeUnit | undefined
  readonly amount?: number | undefined
  readonly count: number
  readonly prefix: string
  readonly length?: number | undefined
  readonly alphabet?: string | undefined
  readonly note: string
  readonly agent?: number | undefined
}

/** Codes made in one unit of work: a batch must not hold up the logins of EAs. */
const CHUNK = 500
/** More than this many combinations a code: nobody guesses one, and no two collide. */
const ENOUGH_COMBINATIONS = 2 ** 40
/** PERMANENT_VIP is the end of every duration. */
const LONGEST_SECONDS = 3_200_000_000

/** Authorization codes as those who sell them make and find them. */
export class Codes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 422 naming the field, 404 for a foreign application. */
  async generate(actor: Actor, order: Order): Promise<{ batch: number; kamis: string[]; job?: string }> {
    const { store, applications, jobs, clock } = this.#parts
    applications.require(actor, order.app)
    const shape = shapeOf(order)
    const worth = worthOf(order)
    const batch = await store.write(
      async (unit) => {
        await requireAgent(unit, order.agent)
        return unit.codes.insertBatch({
          appId: order.app,
          type: order.type,
          ...worth,
          count: order.count,
          note: order.note,
          createdBy: actor.name,
          createdAt: clock.now(),
        })
      },
      { durable: true },
    )
    const kamis: string[] = []
    const make = async (turn?: JobTurn) => {
      for (let done = 0; done < order.count && turn?.signal.aborted !== true;) {
        const made = await this.#makeChunk(order, shape, worth, batch, Math.min(CHUNK, order.count - done))
        if (kamis.length < CODES_RETURNED) kamis.push(...made)
        done += made.length
        turn?.report(done)
      }
    }
    if (order.count > JOB_THRESHOLD) {
      return { batch, kamis: [], job: jobs.start(actor, 'code_generate', order.count, make) }
    }
    await make()
    return { batch, kamis: kamis.slice(0, CODES_RETURNED) }
  }

  async list(
    actor: Actor,
    filter: CodeFilter,
    query: ListQuery<'id' | 'kami' | 'created_at' | 'use_time' | 'end_time'>,
  ): Promise<Page<CodeRecord>> {
    const now = this.#parts.clock.now()
    const page = await this.#parts.store.read((unit) => unit.codes.list(scopeOf(actor), filter, query, now))
    return { total: page.total, rows: page.rows.map((code) => codeRecord(code, now)) }
  }

  #makeChunk(
    order: Order,
    shape: Parameters<typeof generateKami>[1],
    worth: { seconds: number; left: number | null },
    batch: number,
    count: number,
  ): Promise<string[]> {
    const { store, random, clock } = this.#parts
    return store.write(
      async (unit) => {
        const made: string[] = []
        while (made.length < count) {
          const kami = generateKami(random, shape)
          // A prefix such as `JDBG` and a dash in the alphabet.
          if (isDebugCode(kami)) continue
          const isNew = await unit.codes.insert({
            appId: order.app,
            kami,
            type: order.type,
            ...worth,
            note: order.note,
            agentId: order.agent ?? null,
            batchId: batch,
            createdAt: clock.now(),
          })
          if (isNew) made.push(kami)
        }
        return made
      },
      { durable: true },
    )
  }
}

export function codeRecord(code: Code, now: number): CodeRecord {
  const { appId, agentId, batchId, recycledAt: _, revision: __, ...fields } = code
  return {
    ...onWire<Omit<CodeRecord, 'app' | 'agent' | 'batch' | 'state'>>(fields),
    app: appId,
    agent: agentId,
    batch: batchId,
    state: codeState(code, now),
  }
}

function shapeOf(order: Order): { prefix: string; length: number; alphabet: string } {
  const { prefix, length = DEFAULT_CODE_LENGTH, alphabet = DEFAULT_CODE_ALPHABET } = order
  const invalid = (field: string, reason: string) => new Refused(CONSOLE.invalid, reason, { [field]: reason })
  if (prefix.startsWith(DEBUG_CODE_PREFIX)) throw invalid('prefix', 'This prefix is reserved for debug codes')
  if (prefix.length + length > MAX_CODE_LENGTH)
    throw invalid('length', `At most ${MAX_CODE_LENGTH} characters with the prefix`)
  if (new Set(alphabet).size !== alphabet.length) throw invalid('alphabet', 'A character stands in it twice')
  if (alphabet.length ** length < ENOUGH_COMBINATIONS)
    throw invalid('length', 'Too short to be safe from guessing')
  return { prefix, length, alphabet }
}

/** What a code of this order is worth: a duration, uses or points. */
function worthOf(order: Order): { seconds: number; left: number | null } {
  const { type, unit, amount } = order
  const missing = (field: string) =>
    new Refused(CONSOLE.invalid, `A ${type} code needs ${field}`, { [field]: 'required' })
  switch (type) {
    case 'permanent':
      return { seconds: 0, left: null }
    case 'count':
    case 'points':
      if (amount === undefined) throw missing('amount')
      return { seconds: 0, left: amount }
    case 'vip':
      if (unit === undefined) return { seconds: 0, left: null }
      return { seconds: durationOf(unit, amount ?? 1), left: null }
    case 'time':
      if (unit === undefined) throw missing('unit')
      return { seconds: durationOf(unit, amount ?? 1), left: null }
  }
}

function durationOf(unit: CodeUnit, amount: number): number {
  const seconds = CODE_UNIT_SECONDS[unit] * amount
  if (seconds > LONGEST_SECONDS) throw new Refused(CONSOLE.invalid, 'Too long', { amount: 'too long' })
  return seconds
}
