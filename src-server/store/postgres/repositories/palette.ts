import type { Scope } from '../../../domain/access/scope.ts'
import { isWithin, limitsOf, LOOKED_THROUGH, spellingsOf, type PaletteQuery } from '../../palette-scope.ts'
import type { Found, PaletteRepository } from '../../repositories/palette.ts'
import type { Connection, Statement } from '../connection.ts'

const FOUND = 'c.id, c.label, a.id AS "appId", a.name AS "appName"'
const begins = (column: string) => `${column} >= @text AND ${column} < @text || chr(1114111)`
const IN_SIGHT = '(@owner::bigint IS NULL OR a.owner_id = @owner)'

/** For each application in sight, the rows whose column begins with the text: one index seek for each application. */
const beginning = (table: string, column: string) => `
  SELECT ${FOUND} FROM applications a CROSS JOIN LATERAL (
    SELECT id, "${column}" AS label FROM ${table} WHERE app_id = a.id AND ${begins(`"${column}"`)}
    ORDER BY "${column}" LIMIT @limit) c
  WHERE ${IN_SIGHT} ORDER BY a.id, c.label LIMIT @limit`

const exact = (table: string, column: string, ofAgent: string) => `
  SELECT ${FOUND} FROM applications a CROSS JOIN LATERAL (
    SELECT id, "${column}" AS label FROM ${table} WHERE app_id = a.id AND "${column}" = @text ${ofAgent}
    LIMIT @limit) c
  WHERE ${IN_SIGHT} ORDER BY a.id, c.id LIMIT @limit`

const EXACT_OF_AGENT = 'AND (@agent::bigint IS NULL OR agent_id = @agent)'

const attributed = (table: string, column: string) => `
  SELECT ${FOUND}
  FROM (SELECT id, app_id, "${column}" AS label FROM ${table} WHERE agent_id = @agent
    ORDER BY id DESC LIMIT ${LOOKED_THROUGH}) c
  JOIN applications a ON a.id = c.app_id
  WHERE ${begins('c.label')} ORDER BY c.id DESC LIMIT @limit`

/** ASCII letters match in either case. The collation keeps the database's own language out of it. */
const TEXT = 'lower(@text COLLATE "C")'
const BY_NAME = `ORDER BY lower(name) = ${TEXT} DESC, strpos(lower(name), ${TEXT}), name LIMIT @limit`

type Question = Statement<[PaletteQuery], Found>

export function createPaletteRepository({ prepare }: Connection): PaletteRepository {
  const question = (sql: string): Question => prepare(sql)
  const search = (table: string, column: string, hasAgent: boolean) => ({
    exact: question(exact(table, column, hasAgent ? EXACT_OF_AGENT : '')),
    beginning: question(beginning(table, column)),
    attributed: hasAgent ? question(attributed(table, column)) : undefined,
  })
  const codes = search('codes', 'kami', true)
  const devices = search('devices', 'account_key', true)
  const users = search('accounts', 'user', false)
  const numbers = search('accounts', 'qq', false)
  const applications = prepare<[PaletteQuery & { readonly id: number }], Found>(`
    SELECT id, name AS label, id AS "appId", name AS "appName" FROM applications
    WHERE (@owner::bigint IS NULL OR owner_id = @owner) AND (strpos(lower(name), ${TEXT}) > 0 OR id = @id) ${BY_NAME}`)
  const developers = question(`
    SELECT id, name AS label, NULL::bigint AS "appId", '' AS "appName" FROM operators
    WHERE role = 'developer' AND employer_id IS NULL AND strpos(lower(name), ${TEXT}) > 0 ${BY_NAME}`)

  async function find(
    statements: ReturnType<typeof search>,
    scope: Scope,
    text: string,
    limit: number,
  ): Promise<Found[]> {
    const found = new Map<number, Found>()
    const limits = limitsOf(scope)
    const rest = limits.agent !== null ? statements.attributed : statements.beginning
    if (rest === undefined || isNowhere(text)) return []
    for (const statement of [statements.exact, rest]) {
      for (const spelling of spellingsOf(text)) {
        if (found.size >= limit) break
        for (const row of await statement.all({ ...limits, text: spelling, limit }))
          if (isWithin(scope, row)) found.set(row.id, row)
      }
    }
    return [...found.values()].slice(0, limit)
  }

  return {
    applications: async (scope, text, limit) => {
      if (isNowhere(text)) return []
      const rows = await applications.all({ ...limitsOf(scope), text, limit, id: numberAtStart(text) })
      return rows.filter((row) => isWithin(scope, row))
    },
    codes: (scope, text, limit) => find(codes, scope, text, limit),
    devices: (scope, text, limit) => find(devices, scope, text, limit),
    accounts: async (scope, text, limit) => {
      const byUser = await find(users, scope, text, limit)
      const found = [...byUser, ...(await find(numbers, scope, text, limit))]
      return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, limit)
    },
    developers: async (text, limit) =>
      isNowhere(text) ? [] : developers.all({ owner: null, agent: null, text, limit }),
  }
}

/** No text in the database holds a NUL, and a statement can't carry one. */
function isNowhere(text: string): boolean {
  return text.includes('\0')
}

/** The number that a text begins with, or 0, which no application has. */
function numberAtStart(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isSafeInteger(number) ? number : 0
}
