import type { OpenStore } from './open-store.ts'

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

export const MADE_AT = 1_700_000_000

export interface Person {
  readonly id: number
  readonly name: string
  readonly role?: 'owner' | 'developer' | 'agent'
  readonly parent_id?: number
  readonly employer_id?: number
}

export function layPeople(open: OpenStore, people: readonly Person[]): Promise<void> {
  const rows = people.map((one) => ({ role: 'agent', password_hash: '', created_at: MADE_AT, ...one }))
  return layRows(open, 'operators', rows)
}

export interface App {
  readonly id: number
  readonly owner_id: number
  readonly name: string
}

export function layApps(open: OpenStore, apps: readonly App[]): Promise<void> {
  const texts = [
    ...['appkey', 'rc4_key', 'version', 'version_info', 'app_update_show', 'app_update_url'],
    ...['app_update_must', 'app_gg', 'sign_order', 'envelope', 'language', 'rsa_private_key'],
  ]
  const flags = ['free_mode', 'encrypt', 'sign', 'data_urldecode', 'device_check', 'ip_check']
  const common: Row = {
    state: 'y',
    mi_type: 0,
    window: 0,
    created_at: MADE_AT,
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...Object.fromEntries(flags.map((name) => [name, false])),
    ...Object.fromEntries(['unbind', 'pay', 'mt5', 'scripts'].map((name) => [name, '{}'])),
  }
  return layRows(
    open,
    'applications',
    apps.map((app) => ({ ...common, ...app })),
  )
}
