import type { Scope } from '../../../domain/access/scope.ts'
import { isWithin, limitsOf, LOOKED_THROUGH, spellingsOf, type PaletteQuery } from '../../palette-scope.ts'
import type { Found, PaletteRepository } from '../../repositories/palette.ts'
import type { Connection } from '../connection.ts'

/**
 * For each application in sight, the rows whose column begins with the text: one index seek for each
 * application.
 */
const beginning = (table: string, column: string) => `
  SELECT c.id, c.${column} AS label, a.id AS appId, a.name AS appName
  FROM applications a CROSS JOIN ${table} c ON c.app_id = a.id
  WHERE (@owner IS NULL OR a.owner_id = @owner) AND c.${column} >= @text AND c.${column} < @text || char(1114111)
  LIMIT @limit`

const exact = (table: string, column: string, agent: string) => `
  SELECT c.id, c.${column} AS label, a.id AS appId, a.name AS appName
  FROM applications a CROSS JOIN ${table} c ON c.app_id = a.id AND c.${column} = @text
  WHERE (@owner IS NULL OR a.owner_id = @owner) ${agent}
  LIMIT @limit`

const EXACT_OF_AGENT = 'AND (@agent IS NULL OR c.agent_id = @agent)'

const attributed = (table: string, column: string) => `
  SELECT c.id, c.${column} AS label, a.id AS appId, a.name AS appName
  FROM (SELECT id, app_id, ${column} FROM ${table} WHERE agent_id = @agent
    ORDER BY id DESC LIMIT ${LOOKED_THROUGH}) c
  JOIN applications a ON a.id = c.app_id
  WHERE c.${column} >= @text AND c.${column} < @text || char(1114111)
  LIMIT @limit`

export function createPaletteRepository({ raw }: Connection): PaletteRepository {
  const prepare = (sql: string) => raw.prepare<[PaletteQuery], Found>(sql)
  const search = (table: string, column: string, hasAgent: boolean) => ({
    exact: prepare(exact(table, column, hasAgent ? EXACT_OF_AGENT : '')),
    beginning: prepare(beginning(table, column)),
    attributed: hasAgent ? prepare(attributed(table, column)) : undefined,
  })
  const codes = search('codes', 'kami', true)
  const devices = search('devices', 'account_key', true)
  const users = search('accounts', 'user', false)
  const numbers = search('accounts', 'qq', false)
  const applications = prepare(`
    SELECT id, name AS label, id AS appId, name AS appName FROM applications
    WHERE (@owner IS NULL OR owner_id = @owner) AND (instr(lower(name), lower(@text)) > 0 OR id = CAST(@text AS INTEGER))
    ORDER BY lower(name) = lower(@text) DESC, instr(lower(name), lower(@text)), name LIMIT @limit`)
  const developers = prepare(`
    SELECT id, name AS label, NULL AS appId, '' AS appName FROM operators
    WHERE role = 'developer' AND employer_id IS NULL AND instr(lower(name), lower(@text)) > 0
    ORDER BY lower(name) = lower(@text) DESC, instr(lower(name), lower(@text)), name LIMIT @limit`)

  function find(statements: ReturnType<typeof search>, scope: Scope, text: string, limit: number): Found[] {
    const found = new Map<number, Found>()
    const spellings = spellingsOf(text)
    const rest = limitsOf(scope).agent !== null ? statements.attributed : statements.beginning
    if (rest === undefined) return []
    for (const statement of [statements.exact, rest]) {
      for (const spelling of spellings) {
        if (found.size >= limit) break
        for (const row of statement.all({ ...limitsOf(scope), text: spelling, limit }))
          if (isWithin(scope, row)) found.set(row.id, row)
      }
    }
    return [...found.values()].slice(0, limit)
  }

  return {
    applications: async (scope, text, limit) =>
      applications.all({ ...limitsOf(scope), text, limit }).filter((row) => isWithin(scope, row)),
    codes: async (scope, text, limit) => find(codes, scope, text, limit),
    devices: async (scope, text, limit) => find(devices, scope, text, limit),
    accounts: async (scope, text, limit) => {
      const found = [...find(users, scope, text, limit), ...find(numbers, scope, text, limit)]
      return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, limit)
    },
    developers: async (text, limit) => developers.all({ owner: null, agent: null, text, limit }),
  }
}
