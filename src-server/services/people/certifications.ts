import { CONSOLE } from '../../contract/error-codes.ts'
import type { BulkResult, ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import { importedCertification, type CertificationRecord } from '../../contract/records/certification.ts'
import type { SelfService } from '../../contract/self-service.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { certificationState, hostOf, type Certification } from '../../domain/platform/certification.ts'
import type { CertificationFilter, CertificationSort } from '../../store/repositories/certifications.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

type Fields = Omit<Certification, 'id' | 'createdAt'>

/** Rows of an import written in one unit of work. */
const AT_ONCE = 500
/** Rows that the audit row of an import names at most. */
const NAMED = 100

/** Certified pairs of address and product: the owner maintains them, `rzquery` reads them. */
export class Certifications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    filter: CertificationFilter,
    query: ListQuery<CertificationSort>,
  ): Promise<Page<CertificationRecord>> {
    const now = this.#parts.clock.now()
    const page = await this.#parts.store.read((unit) => unit.certifications.list(filter, now, query))
    return { ...page, rows: page.rows.map((row) => this.#record(row)) }
  }

  /** The answer of `rzquery` for a product at an address. @returns undefined where the address names no host */
  async find(product: string, address: string): Promise<SelfService['rzquery'] | undefined> {
    const { store, clock } = this.#parts
    const url = hostOf(address)
    if (url === undefined) return undefined
    const found = await store.read((unit) => unit.certifications.findFor(product, url))
    if (found === undefined || found.disabled)
      return { certified: false, product, url, holder: '', expires_at: null }
    const { holder, expiresAt } = found
    const certified = certificationState(found, clock.now()) === 'valid'
    return { certified, product, url, holder, expires_at: expiresAt }
  }

  /** @throws Refused 422 for an address without a host, 409 where the pair exists */
  async create(actor: Actor, given: Fields): Promise<CertificationRecord> {
    const now = this.#parts.clock.now()
    const fields = { ...given, url: requireHost(given.url) }
    return this.#record(
      await this.#write(async (unit) => {
        const made = await unit.certifications.insert({ ...fields, createdAt: now })
        if (made === undefined) throw taken()
        await audit(unit, actor, now, {
          action: 'certification_create',
          subject: subjectOf(made),
          after: fields,
        })
        return made
      }),
    )
  }

  /** @throws Refused 404, 409, 422 */
  async update(actor: Actor, id: number, change: Partial<Fields>): Promise<CertificationRecord> {
    const fields = change.url === undefined ? change : { ...change, url: requireHost(change.url) }
    return this.#record(
      await this.#write(async (unit) => {
        const before = await unit.certifications.find(id)
        const after = await unit.certifications.update(id, fields)
        if (after === 'taken') throw taken()
        if (before === undefined || after === undefined)
          throw new Refused(CONSOLE.notFound, 'There is no such certification')
        await audit(unit, actor, this.#parts.clock.now(), {
          action: 'certification_update',
          subject: subjectOf(after),
          before,
          after,
        })
        return after
      }),
    )
  }

  async delete(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    return this.#write(async (unit) => {
      const skipped: BulkResult['skipped'] = []
      for await (const id of withPauses(ids)) {
        const before = await unit.certifications.delete(id)
        if (before === undefined) skipped.push({ id, reason: 'unknown' })
        else
          await audit(unit, actor, this.#parts.clock.now(), {
            action: 'certification_delete',
            subject: subjectOf(before),
            before,
          })
      }
      return { done: ids.length - skipped.length, skipped }
    })
  }

  /** Takes every valid row, some hundred rows in a unit of work. */
  async import(
    actor: Actor,
    rows: readonly unknown[],
    dryRun: boolean,
  ): Promise<{ done: number; skipped: { row: number; reason: string }[] }> {
    const skipped: { row: number; reason: string }[] = []
    const good: { readonly row: number; readonly fields: Fields }[] = []
    const seen = new Set<string>()
    for await (const [row, given] of withPauses(rows.entries())) {
      const read = readRow(given)
      if (typeof read === 'string') skipped.push({ row, reason: read })
      else if (seen.has(pairOf(read))) skipped.push({ row, reason: 'twice in this list' })
      else {
        seen.add(pairOf(read))
        good.push({ row, fields: read })
      }
    }
    let done = 0
    for (let at = 0; at < good.length; at += AT_ONCE) {
      const there = await this.#take(actor, good.slice(at, at + AT_ONCE), dryRun)
      skipped.push(...there.map((row) => ({ row, reason: 'already there' })))
      done += Math.min(AT_ONCE, good.length - at) - there.length
    }
    return { done, skipped: skipped.sort((a, b) => a.row - b.row) }
  }

  /** @returns the rows whose pair existed */
  async #take(
    actor: Actor,
    rows: readonly { readonly row: number; readonly fields: Fields }[],
    dryRun: boolean,
  ): Promise<number[]> {
    if (dryRun) {
      return this.#parts.store.read(async (unit) => {
        const there: number[] = []
        for await (const { row, fields } of withPauses(rows)) {
          if ((await unit.certifications.findFor(fields.product, fields.url)) !== undefined) there.push(row)
        }
        return there
      })
    }
    return this.#write(async (unit) => {
      const there: number[] = []
      const made: Certification[] = []
      for await (const { row, fields } of withPauses(rows)) {
        const one = await unit.certifications.insert({ ...fields, createdAt: this.#parts.clock.now() })
        if (one === undefined) there.push(row)
        else made.push(one)
      }
      if (made.length > 0) {
        await audit(unit, actor, this.#parts.clock.now(), {
          action: 'certification_import',
          subject: { kind: 'certification', id: '', label: String(made.length) },
          after: { count: made.length, ids: made.slice(0, NAMED).map(({ id }) => id) },
        })
      }
      return there
    })
  }

  #write<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> {
    return this.#parts.store.write(work, { durable: true })
  }

  #record(certification: Certification): CertificationRecord {
    return {
      ...onWire<Omit<CertificationRecord, 'state'>>(certification),
      state: certificationState(certification, this.#parts.clock.now()),
    }
  }
}

function readRow(given: unknown): Fields | string {
  const parsed = importedCertification.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  }
  const { product, url, holder, note, expires_at: expiresAt = null, disabled = false } = parsed.data
  const host = hostOf(url)
  return host === undefined ? 'url: names no host' : { product, url: host, holder, note, expiresAt, disabled }
}

function pairOf({ product, url }: Fields): string {
  return JSON.stringify([product, url])
}

function subjectOf({ id, product, url }: Certification) {
  return { kind: 'certification', id, label: `${product} ${url}` }
}

function requireHost(url: string): string {
  const host = hostOf(url)
  if (host === undefined) throw new Refused(CONSOLE.invalid, 'This names no host', { url: 'names no host' })
  return host
}

function taken(): Refused {
  return new Refused(CONSOLE.conflict, 'This product is certified for that host already', { url: 'taken' })
}
