import { CONSOLE } from '../../contract/error-codes.ts'
import {
  CODES_RETURNED,
  DEBUG_CODE_PREFIX,
  DEFAULT_CODE_ALPHABET,
  DEFAULT_CODE_LENGTH,
  JOB_THRESHOLD,
  MAX_CODE_LENGTH,
} from '../../contract/limits.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { CodeType, CodeUnit } from '../../contract/records/code.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import type { Known } from '../../domain/access/known.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { valuesAfter } from '../../domain/grouping/values.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import { OwnersFields } from '../custom-fields/field-values.ts'
import { makeCodes, requireSeats, type KamiShape } from './code-making.ts'
import { worthOf, type Worth } from './code-worth.ts'
import type { Jobs } from '../platform/jobs.ts'
import { requireWithinPlan } from '../people/plan-limits.ts'
import { Refused } from '../refused.ts'
import { putToWork, requireAgent } from '../agents/require-agent.ts'
import { happened } from '../webhooks/happened.ts'
import { planReached } from '../webhooks/limit-reached.ts'

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
  readonly tags: string[]
  readonly fields: CustomValues
  readonly seats: number
  readonly agent?: number | undefined
  /** A shop's number of the order. */
  readonly order?: string | undefined
}

/** A checked order. */
interface Plan {
  readonly order: Order
  readonly shape: KamiShape
  readonly worth: Worth
  /** The owner of the application. */
  readonly owner: number
  readonly agentId: Known<'agent'> | null
  /** The values of custom fields as they are stored. */
  readonly fields: CustomValues
  readonly by: string
}

/** Codes created in one unit of work: a batch must not delay the logins of EAs. */
const CHUNK = 500
/** A code has more combinations than this, so nobody guesses one and no two collide. */
const ENOUGH_COMBINATIONS = 2 ** 40

/** Generates licence codes for the operators who sell them. */
export class CodeGeneration {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Generates up to 500 codes at once. Of more it generates the first 500, and a job generates the rest. A cancelled
   * job leaves what it generated.
   * @throws Refused 422 naming the field, 404 for an unknown application, 403 where the plan has no room, 409 for the
   *   number of another order
   */
  async generate(actor: Actor, order: Order): Promise<{ batch: number; kamis: string[]; job?: string }> {
    const { store, applications, jobs } = this.#parts
    const application = applications.require(actor, order.app)
    const { ownerId: owner } = application
    requireSeats(application, order)
    if (order.order !== undefined && order.count > JOB_THRESHOLD)
      throw new Refused(CONSOLE.invalid, `An order has at most ${JOB_THRESHOLD} codes`, { count: 'order' })
    const agentId = (await store.read((unit) => requireAgent(unit, actor, order.agent))) ?? null
    const own = await store.read((unit) => OwnersFields.of(unit, owner, 'codes'))
    const fields = valuesAfter({}, own.require(order.fields))
    const made = { shape: shapeOf(order), worth: worthOf(order), fields }
    const plan: Plan = { order, ...made, owner, agentId, by: actor.name }
    const { batch, kamis } = await store.write((unit) => this.#begin(unit, actor, plan), { durable: true })
    if (order.count <= JOB_THRESHOLD) return { batch, kamis: kamis.slice(0, CODES_RETURNED) }
    const job = await jobs.start(actor, 'code_generate', order.count, async ({ signal, report }) => {
      let done = kamis.length
      report(done)
      while (done < order.count && !signal.aborted) {
        const count = Math.min(CHUNK, order.count - done)
        await store.write((unit) => this.#make(unit, plan, batch, count), { durable: true })
        done += count
        report(done)
      }
    })
    return { batch, kamis: [], job }
  }

  /** The batch and its first codes are created together or not at all. */
  async #begin(unit: WriteUnit, actor: Actor, plan: Plan): Promise<{ batch: number; kamis: string[] }> {
    const { order, worth, owner, agentId } = plan
    const made = await findMade(unit, order)
    if (made !== undefined) return made
    const now = this.#parts.clock.now()
    await putToWork(unit, agentId, [owner], now)
    await requireWithinPlan(unit, owner, 'codes', order.count)
    const batch = await unit.batches.insert({
      appId: order.app,
      type: order.type,
      unit: order.unit ?? null,
      amount: order.amount ?? null,
      ...worth,
      count: order.count,
      prefix: order.prefix,
      agentId,
      note: order.note,
      seats: order.seats,
      createdBy: actor.name,
      createdAt: now,
      orderNumber: order.order ?? null,
    })
    const { app, count, type, unit: span, amount, prefix, note, tags, seats, agent } = order
    await audit(unit, actor, now, {
      action: 'code_generate',
      subject: { kind: 'batch', id: batch, label: note || prefix || `${count} × ${type}` },
      app,
      owner,
      after: {
        ...{ count, type, unit: span, amount, prefix, note, tags, seats, agent, order: order.order },
        fields: plan.fields,
      },
    })
    return { batch, kamis: await this.#make(unit, plan, batch, Math.min(CHUNK, count)) }
  }

  async #make(unit: WriteUnit, plan: Plan, batch: number, count: number): Promise<string[]> {
    const { order, shape, worth, fields, owner, agentId, by } = plan
    const { random, clock } = this.#parts
    const at = clock.now()
    await requireWithinPlan(unit, owner, 'codes', count)
    const code = {
      appId: order.app,
      type: order.type,
      ...worth,
      note: order.note,
      tags: order.tags,
      fields,
      seats: order.seats,
      agentId,
      batchId: batch,
      createdAt: at,
    }
    const codes = (await makeCodes(unit, random, shape, code, count)).map(({ kami }) => kami)
    await happened(unit, {
      event: 'code_created',
      app: order.app,
      at,
      data: () => ({
        codes,
        type: order.type,
        seconds: worth.seconds,
        uses: worth.left,
        batch,
        order: order.order ?? null,
        agent: agentId,
        by,
      }),
    })
    await planReached(unit, { app: order.app, owner, kind: 'codes', at })
    return codes
  }
}

function shapeOf(order: Order): KamiShape {
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

/**
 * The codes that the same order made before: a shop asks again when it got no answer.
 * @throws Refused 409 where the number belongs to an order of other codes
 */
async function findMade(
  unit: WriteUnit,
  order: Order,
): Promise<{ batch: number; kamis: string[] } | undefined> {
  if (order.order === undefined) return undefined
  const made = await unit.batches.findOrder(order.app, order.order)
  if (made === undefined) return undefined
  const { type, unit: span, amount, count } = made
  const isSame =
    type === order.type &&
    span === (order.unit ?? null) &&
    amount === (order.amount ?? null) &&
    count === order.count &&
    made.seats === order.seats
  if (!isSame)
    throw new Refused(CONSOLE.conflict, 'This number belongs to an order of other codes', { order: 'other' })
  return { batch: made.id, kamis: await unit.batches.kamis(made.id) }
}
