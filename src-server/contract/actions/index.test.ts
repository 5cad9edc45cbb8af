import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AreaContract } from '../action.ts'
import { ACTIONS, DECLARED_ACTIONS } from './index.ts'

/** The declarations of every module in this folder: its exports whose names end in _CONTRACT. */
const areas = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith('.test.ts') && file !== 'index.ts')
    .map(async (file) => {
      const module = (await import(`./${file}`)) as Record<string, AreaContract>
      return Object.entries(module).flatMap(([name, contract]) =>
        name.endsWith('_CONTRACT') ? Object.keys(contract) : [],
      )
    }),
)

describe('console actions', () => {
  it('ACTIONS holds the declarations of every area, each name once', () => {
    expect(areas.flat().sort()).toEqual(Object.keys(ACTIONS).sort())
  })

  it('names are <noun>_<verb> in lower case; only the session’s and `health` are single words', () => {
    for (const { name } of DECLARED_ACTIONS)
      expect(name).toMatch(/^(?:login|logout|setup|me|health|[a-z]+(?:_[a-z]+)+)$/)
  })

  it('only signing in, invitations and the site’s looks need no session, and only `me` no CSRF token', () => {
    const isPublic = DECLARED_ACTIONS.filter(({ roles }) => roles === 'public').map(({ name }) => name)
    expect(isPublic.sort()).toEqual(['invitation_accept', 'invitation_get', 'login', 'setup', 'site_get'])
    expect(DECLARED_ACTIONS.filter(({ csrf }) => csrf === false).map(({ name }) => name)).toEqual(['me'])
  })
})
