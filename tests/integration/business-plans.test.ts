import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { connect } from '../../src-server/store/sqlite/connection.ts'
import { prepareDatabase } from '../../src-server/store/sqlite/prepare-database.ts'
import { createBusinessRepository } from '../../src-server/store/sqlite/repositories/business.ts'

const SCOPES: readonly Scope[] = [
  { kind: 'everything' },
  { kind: 'ownedBy', operatorId: 2 },
  { kind: 'attributedTo', operatorId: 3 },
  { kind: 'within', apps: [1], of: { kind: 'ownedBy', operatorId: 2 } },
]
/** Tables that grow with the business. */
const LARGE = /^SCAN (codes|devices|sales|business_counts|allocation_changes)\b/

it('the figures of the business read only the asked days, by an index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-business-'))
  const file = join(folder, 'pulsekey.db')
  ;(await prepareDatabase(file, resolve(import.meta.dirname, '../../drizzle/main'), 1)).close()
  const ran: string[] = []
  const db = new Database(file, { verbose: (sql) => ran.push(String(sql)) })
  const business = createBusinessRepository(connect(db))
  for (const scope of SCOPES)
    for (const more of [{}, { app: 1 }, { agent: 3 }]) {
      const asked = [scope, { from: 1000, to: 2000, ...more }] as const
      await business.counted(...asked)
      await business.countedBy('agent', ...asked)
      await business.countedBy('app', ...asked)
      await business.allocated(...asked)
      await business.ended(...asked, 3000)
      await business.unusedCodes(scope)
    }
  await business.soldBy(3, { from: 1000, to: 2000 })
  const plans = ran.splice(0).flatMap((sql) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .flatMap(({ detail }) => (LARGE.test(detail) ? `${detail}\n  ${sql}` : [])),
  )
  expect(plans).toEqual([])
  db.close()
  rmSync(folder, { recursive: true })
})
