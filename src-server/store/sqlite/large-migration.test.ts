import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from './migrations.ts'

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

const MIGRATIONS = readMigrations(resolve(import.meta.dirname, '../../../drizzle/main'))

/** Steps of a statement that read a whole table again for each of its rows: a server with many codes would not come up. */
function repeatedScans(plan: readonly Step[]): string[] {
  const byId = new Map(plan.map((step) => [step.id, step]))
  const isRepeated = (step: Step): boolean => {
    const above = byId.get(step.parent)
    return above !== undefined && (above.detail.startsWith('CORRELATED') || isRepeated(above))
  }
  return plan.filter((step) => step.detail.startsWith('SCAN') && isRepeated(step)).map(({ detail }) => detail)
}

it('no migration reads a whole table once for each row of another', () => {
  const db = new Database(':memory:')
  try {
    const found = MIGRATIONS.flatMap(({ tag, statements }) =>
      statements.flatMap((statement) => {
        const plan = db.prepare<[], Step>(`EXPLAIN QUERY PLAN ${statement}`).all()
        db.exec(statement)
        return repeatedScans(plan).map((scan) => `${tag}: ${scan}`)
      }),
    )
    expect(found).toEqual([])
  } finally {
    db.close()
  }
})
