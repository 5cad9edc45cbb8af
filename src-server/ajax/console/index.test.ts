import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../contract/actions/index.ts'
import { CONSOLE_ACTIONS } from './index.ts'

/** Every file of an area, with the action's name that its own name stands for. */
const files = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: area }) =>
    readdirSync(join(import.meta.dirname, area)).map((file) => ({
      path: join(import.meta.dirname, area, file),
      action: file.replace(/\.ts$/, '').replaceAll('-', '_'),
    })),
  )
  .filter(({ path }) => !path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('= implement('))

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort()

describe('console actions', () => {
  it('every declared action has an implementation, and every implementation a declaration', () => {
    expect(names(CONSOLE_ACTIONS.map(({ contract }) => contract))).toEqual(names(ACTIONS))
    for (const { contract } of CONSOLE_ACTIONS) expect(ACTIONS).toContain(contract)
  })

  it('no name is declared twice', () => {
    expect(new Set(names(ACTIONS)).size).toBe(ACTIONS.length)
  })

  it('one file an action, under its name', () => {
    expect(files.map(({ action }) => action).sort()).toEqual(names(ACTIONS))
  })

  it('names are <noun>_<verb> in lower case; only the session’s and `health` are single words', () => {
    for (const { name } of ACTIONS)
      expect(name).toMatch(/^(?:login|logout|setup|me|health|[a-z]+(?:_[a-z]+)+)$/)
  })

  it('only signing in, invitations and the site’s looks need no session, and only `me` no CSRF token', () => {
    const isPublic = names(ACTIONS.filter(({ roles }) => roles === 'public'))
    expect(isPublic).toEqual(['invitation_accept', 'invitation_get', 'login', 'setup', 'site_get'])
    expect(names(ACTIONS.filter((action) => 'csrf' in action))).toEqual(['me'])
  })
})
