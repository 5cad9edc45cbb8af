import { and, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Certification } from '../../../domain/platform/certification.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { CertificationFilter, CertificationRepository } from '../../repositories/certifications.ts'
import { columnsFor, type Row } from '../columns.ts'
import { firstOf, type Connection } from '../connection.ts'
import { certifications } from '../schema/index.ts'
import { containsAny } from './search.ts'

const SORT = {
  id: certifications.id,
  product: certifications.product,
  url: certifications.url,
  expires_at: certifications.expiresAt,
}
const SEARCHED = [certifications.product, certifications.url, certifications.holder, certifications.note]

const ROWS = columnsFor<Certification>(certifications)

export function createCertificationRepository({ orm, prepare }: Connection): CertificationRepository {
  const findPair = prepare<[Pick<Certification, 'product' | 'url'>], Row<Certification>>(
    `SELECT ${ROWS.all} FROM certifications WHERE product = @product AND url = @url`,
  )
  const insert = prepare<[Row<Omit<Certification, 'id'>>], Row<Certification>>(
    `INSERT INTO certifications ${ROWS.newRow} ON CONFLICT DO NOTHING RETURNING ${ROWS.all}`,
  )
  const find = (where: SQL | undefined) => firstOf(orm.select().from(certifications).where(where))
  return {
    find: (id) => find(eq(certifications.id, id)),

    findFor: async (product, url) => certificationOf(await findPair.get({ product, url })),

    insert: async (certification) => certificationOf(await insert.get(ROWS.bind(certification))),

    update: async (id, change) => {
      const current = await find(eq(certifications.id, id))
      if (current === undefined) return undefined
      const { product, url } = { ...current, ...change }
      const pair = and(eq(certifications.product, product), eq(certifications.url, url))
      if ((await find(and(pair, ne(certifications.id, id)))) !== undefined) return 'taken'
      if (Object.keys(change).length === 0) return current
      return firstOf(orm.update(certifications).set(change).where(eq(certifications.id, id)).returning())
    },

    delete: (id) => firstOf(orm.delete(certifications).where(eq(certifications.id, id)).returning()),

    list: async (filter, now, query) => {
      const where = and(matching(CONDITIONS, filter, now), containsAny(SEARCHED, query.search))
      const order = keyset(query, SORT, certifications.id)
      const rows = await orm
        .select()
        .from(certifications)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await orm.$count(certifications, where), next: order.next(rows) }
    },
  }
}

function certificationOf(row: Row<Certification> | undefined): Certification | undefined {
  return row && ROWS.read(row)
}

const CONDITIONS: Conditions<CertificationFilter, number> = {
  product: (product) => eq(certifications.product, product),
  state: inState,
}

function inState(state: NonNullable<CertificationFilter['state']>, now: number): SQL | undefined {
  const { disabled, expiresAt } = certifications
  switch (state) {
    case 'disabled':
      return eq(disabled, true)
    case 'expired':
      return and(eq(disabled, false), lte(expiresAt, now))
    case 'valid':
      return and(eq(disabled, false), or(isNull(expiresAt), gt(expiresAt, now)))
  }
}
