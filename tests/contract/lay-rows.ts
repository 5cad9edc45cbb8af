import type { OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'

type Value = string | number | boolean | null
type Row = Readonly<Record<string, Value>>

/** Puts rows into a table by SQL, with the ids that they name. */
export async function layRows({ run }: OpenStore, table: string, rows: readonly Row[]): Promise<void> {
  const statements = rows.map((row) => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')})`
  })
  await run(statements.join(';\n'))
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

interface Person {
  readonly id: number
  readonly name: string
  readonly role?: 'owner' | 'developer' | 'agent'
  readonly parentId?: number
  readonly employerId?: number
}

export function layPeople({ seed }: OpenStore, people: readonly Person[]): Promise<void> {
  return seed(
    'operators',
    people.map((one) => ({ role: 'agent', createdAt: NOW, ...one })),
  )
}

interface App {
  readonly id: number
  readonly ownerId: number
  readonly name: string
}

export function layApps({ seed }: OpenStore, apps: readonly App[]): Promise<void> {
  return seed(
    'applications',
    apps.map((app) => ({ createdAt: NOW, ...app })),
  )
}
