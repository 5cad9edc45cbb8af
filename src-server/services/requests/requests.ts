import { MAX_REQUEST_IMAGES } from '../../contract/request-names.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { ServedImage } from '../../contract/records/image.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { makeNumber, readNumber } from '../../domain/aftersales/number.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { Code } from '../../domain/code/code.ts'
import type { Device } from '../../domain/device/device.ts'
import { inspectImage } from '../../domain/image/inspect.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { customer, SERVER } from '../platform/audit-trail.ts'
import type { RequestTrail } from './request-trail.ts'

interface Parts {
  readonly store: Store
  readonly trail: RequestTrail
  readonly settings: { readonly current: Pick<PlatformSettings, 'after_sales'> }
  readonly clock: Clock
  readonly random: Random
}

/** A customer's order in its stored form. */
type Words = Pick<Request, 'contact' | 'reason' | 'description'>

export type RequestOrder = Words &
  (
    | { readonly kind: 'unbind'; readonly code: Code; readonly oldMachine: string }
    /** `newKey`: the normal form of a trading account that differs from the old one. */
    | { readonly kind: 'rebind'; readonly device: Device; readonly newKey: string }
  )

export type Opened =
  | { readonly request: Request; readonly isNew: boolean }
  /** `openElsewhere`: another request for the subject is open. `gone`: the subject was deleted meanwhile. */
  | { readonly refused: 'openElsewhere' | 'gone' }

/** A request as its customer follows it. */
export interface Followed {
  readonly request: Request
  /** The names of its pictures, in the order they were sent. Everybody who has the request's number sees them. */
  readonly pictures: readonly string[]
}

export type ImageAdded =
  /** `images`: how many pictures the request has now. */
  | { readonly images: number; readonly id: string }
  /** `notOpen`: it was decided or withdrawn, or has expired. */
  | { readonly refused: 'unknown' | 'notOpen' | 'full' | 'notImage' }

type Subject = { readonly codeId: number } | { readonly deviceId: number }

const DAY = 86_400
/** Requests that expire in one unit of work. */
const EXPIRED_A_TURN = 500
/** Pictures of an ended request are kept so long, seconds. */
const PICTURES_KEPT = 30 * DAY
/** Pictures deleted in one unit of work: each has megabytes. */
const PICTURES_A_TURN = 20
const EVERYTHING = { kind: 'everything' } as const

/** Requests, as customers open, follow and withdraw them. Everybody who has the number counts as the customer. */
export class Requests {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether new requests are accepted. */
  get isOpen(): boolean {
    return this.#parts.settings.current.after_sales.open
  }

  /** The promised answer time, hours. */
  get serviceHours(): number {
    return this.#parts.settings.current.after_sales.service_hours
  }

  /**
   * Opens a request. A repeated order gets the same request. Of several orders at once for one subject, one is
   * opened.
   */
  open(order: RequestOrder, ip: string): Promise<Opened> {
    const { store, trail, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const subject = subjectOf(order)
        if (!(await isThere(unit, subject))) return { refused: 'gone' }
        const open = await unit.requests.findOpen(subject)
        if (open !== undefined && open.expiresAt > now) return repeated(open, order)
        // The request has expired, but the chore has not ended it yet.
        if (open !== undefined) await this.#expire(unit, open, now)
        const request = await unit.requests.insert(this.#newRequest(order, ip, now))
        if (request === undefined) throw new Error('a request was made for the same subject meanwhile')
        await trail.leave(unit, customer(ip), now, {
          action: 'request_open',
          before: undefined,
          after: request,
        })
        return { request, isNew: true }
      },
      { durable: true },
    )
  }

  async hasOpen(subject: Subject): Promise<boolean> {
    const open = await this.#parts.store.read((unit) => unit.requests.findOpen(subject))
    return open !== undefined && open.expiresAt > this.#parts.clock.now()
  }

  /** @param number as the customer spells it @returns undefined for an unknown one */
  follow(number: string): Promise<Followed | undefined> {
    return this.#parts.store.read(async (unit) => {
      const request = await find(unit, number)
      return request && { request, pictures: await picturesOf(unit, request) }
    })
  }

  /** @returns `isDone` false for a request that ended otherwise; undefined for an unknown one */
  withdraw(number: string, ip: string): Promise<(Followed & { readonly isDone: boolean }) | undefined> {
    const { store, trail, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await find(unit, number)
        if (before === undefined) return undefined
        const pictures = await picturesOf(unit, before)
        const now = clock.now()
        const isLate = before.expiresAt <= now
        const after = isLate
          ? undefined
          : await unit.requests.end(before.id, { state: 'withdrawn', endedAt: now })
        if (after === undefined) return { request: before, pictures, isDone: before.state === 'withdrawn' }
        await trail.leave(unit, customer(ip), now, { action: 'request_withdraw', before, after })
        return { request: after, pictures, isDone: true }
      },
      { durable: true },
    )
  }

  /** Stores a picture of an open request. Its bytes decide its type. */
  async addImage(number: string, bytes: Uint8Array, ip: string): Promise<ImageAdded> {
    const { store, trail, clock, random } = this.#parts
    const seen = inspectImage(bytes)
    if ('refused' in seen) return { refused: 'notImage' }
    const id = Buffer.from(random.bytes(16)).toString('base64url')
    return store.write(
      async (unit): Promise<ImageAdded> => {
        const request = await find(unit, number)
        if (request === undefined) return { refused: 'unknown' }
        const now = clock.now()
        if (request.state !== 'pending' || request.expiresAt <= now) return { refused: 'notOpen' }
        const images = (await unit.images.countOf(request.id)) + 1
        if (images > MAX_REQUEST_IMAGES) return { refused: 'full' }
        await unit.images.insert({
          id,
          purpose: 'request',
          ...seen,
          bytes,
          requestId: request.id,
          createdAt: now,
        })
        await trail.picture(unit, customer(ip), now, request, images)
        return { images, id }
      },
      { durable: true },
    )
  }

  /** A request's picture, for everybody who knows its name. */
  async imageOf(id: string): Promise<ServedImage | undefined> {
    const image = await this.#parts.store.read((unit) => unit.images.find(id))
    return image?.purpose === 'request' ? image : undefined
  }

  /** Ends requests that nobody decided in time, some hundred at a time. */
  async expireDue(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    if ((await store.read((unit) => unit.requests.due(now, 1))).length === 0) return
    await store.write(
      async (unit) => {
        for (const request of await unit.requests.due(now, EXPIRED_A_TURN))
          await this.#expire(unit, request, now)
      },
      { durable: true },
    )
  }

  /** Deletes pictures some time after their requests ended; the requests stay. */
  async forgetPictures(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - PICTURES_KEPT
    let deleted: number
    do {
      deleted = await store.write((unit) => unit.images.deleteOfEnded(before, PICTURES_A_TURN), {
        durable: false,
      })
    } while (deleted === PICTURES_A_TURN)
  }

  async #expire(unit: WriteUnit, before: Request, now: number): Promise<void> {
    const after = await unit.requests.end(before.id, {
      state: 'expired',
      endedAt: now,
      decidedBy: SERVER.personId,
    })
    if (after === undefined) return
    await this.#parts.trail.leave(unit, SERVER, now, { action: 'request_expire', before, after })
  }

  #newRequest(order: RequestOrder, ip: string, now: number): Omit<Request, 'id'> {
    const { settings, random } = this.#parts
    const { kind, contact, reason, description } = order
    const about =
      order.kind === 'unbind'
        ? { ...of(order.code.appId, order.code.kami), codeId: order.code.id, oldMachine: order.oldMachine }
        : {
            ...of(order.device.appId, order.device.accountKey),
            deviceId: order.device.id,
            newKey: order.newKey,
          }
    return {
      number: makeNumber(random),
      kind,
      state: 'pending',
      ...about,
      contact,
      reason,
      description,
      ip,
      createdAt: now,
      expiresAt: now + settings.current.after_sales.expire_days * DAY,
      ...UNDECIDED,
    }
  }
}

const UNDECIDED = {
  freedMachine: '',
  endedAt: null,
  decidedBy: null,
  decidedByName: '',
  answer: '',
  waived: false,
  takenSeconds: 0,
  takenUses: 0,
  reversedAt: null,
  reversedByName: '',
} as const

function of(appId: number, subject: string) {
  return { appId, subject, codeId: null, deviceId: null, newKey: '', oldMachine: '' }
}

function subjectOf(order: RequestOrder): Subject {
  return order.kind === 'unbind' ? { codeId: order.code.id } : { deviceId: order.device.id }
}

async function isThere(unit: Unit, subject: Subject): Promise<boolean> {
  if ('deviceId' in subject) return (await unit.devices.ofIds([subject.deviceId])).length > 0
  const code = await unit.codes.get(EVERYTHING, subject.codeId)
  return code !== undefined && code.recycledAt === null
}

async function find(unit: Unit, number: string): Promise<Request | undefined> {
  const read = readNumber(number)
  return read === undefined ? undefined : unit.requests.findByNumber(read)
}

async function picturesOf(unit: Unit, { id }: Request): Promise<readonly string[]> {
  return (await unit.images.idsOf([id])).get(id) ?? []
}

function repeated(open: Request, order: RequestOrder): Opened {
  const isSame =
    plain(open.contact) === plain(order.contact) && (order.kind === 'unbind' || open.newKey === order.newKey)
  return isSame ? { request: open, isNew: false } : { refused: 'openElsewhere' }
}

/** Case and blanks don't make another contact. */
function plain(contact: string): string {
  return contact.replace(/\s+/g, '').toLowerCase()
}
