import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLIC_ACTIONS } from '../../src-server/ajax/selfservice/index.ts'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { CODE } from '../../src-server/contract/error-codes.ts'
import { ENDPOINTS } from '../../src-server/runtime/endpoints/index.ts'
import { CODE_MESSAGES } from '../../src-server/wire/code-messages.ts'
import { TEXTS } from '../../src-server/wire/messages.ts'
import { describeAction, updateActionTable } from './action-table.ts'
import { documentPaths, readDocument, tableRows } from './read-document.ts'

describe('docs/protocol.md', () => {
  const protocol = readDocument('docs/protocol.md')

  it('has every endpoint with its methods, and says which are on the whitelist', () => {
    const rows = tableRows(protocol, '## 9. The endpoints').map((cells) => cells.slice(0, 3))
    const declared = ENDPOINTS.flatMap(({ name, aliases = [], methods, whitelisted }) =>
      [name, ...aliases].map((one) => [one, nameOf(methods), whitelisted ? 'yes' : '']),
    )
    expect(rows.sort()).toEqual(declared.sort())
  })

  it('has every public action with its methods', () => {
    const rows = tableRows(protocol, '## 10. Public actions of ajax.php').map((cells) => cells.slice(0, 2))
    const declared = PUBLIC_ACTIONS.map(({ name, methods }) => [name, nameOf(methods)])
    expect(rows.sort()).toEqual(declared.sort())
  })

  it('has every code and every text, character by character', () => {
    const answered = new Set<number>(Object.values(CODE))
    const codes = Object.entries(CODE_MESSAGES).map(([code, { zh, en }]) => [
      code,
      zh,
      en,
      answered.has(Number(code)) ? '' : 'no',
    ])
    const texts = Object.entries(TEXTS).map(([name, { zh, en }]) => [name, zh, en])
    expect(tableRows(protocol, '## 11. Codes and texts')).toEqual([...codes, ...texts])
  })
})

function nameOf(methods: readonly string[]): string {
  return methods.length === 2 ? 'both' : String(methods[0])
}

describe('docs/console-api.md', () => {
  const document = readDocument('docs/console-api.md')

  it('has every action with its roles, its permission and its marks (npm run documents writes them)', () => {
    const rows = tableRows(document, '## 12. Actions by area')
    expect(rows.map((cells) => cells.slice(0, 4)).sort()).toEqual(DECLARED_ACTIONS.map(describeAction).sort())
  })

  it('describes every action', () => {
    const silent = tableRows(document, '## 12. Actions by area').filter(([, , , , says]) => says === '')
    expect(silent).toEqual([])
  })

  it('gets a new action after the others of its noun, with the first sentence of its comment', () => {
    const known = DECLARED_ACTIONS.find(({ name }) => name === 'code_purge')!
    const action = { ...known, name: 'code_print' as typeof known.name }
    const sources = '  /**\n   * Prints codes.\n   * On paper. */\n  code_print: defineAction({'
    const lines = updateActionTable(document, [...DECLARED_ACTIONS, action], `\n${sources}`).split('\n')
    const at = lines.indexOf('| `code_print` | o, d | `codes.edit` | (p) | prints codes |')
    expect(lines[at - 1]).toContain('`code_export`')
  })

  it('loses a removed action', () => {
    const fewer = DECLARED_ACTIONS.filter(({ name }) => name !== 'code_purge')
    expect(updateActionTable(document, fewer, '')).not.toContain('`code_purge`')
  })
})

it('docs/security.md names tests that exist', () => {
  const rows = tableRows(readDocument('docs/security.md'), '## Promises')
  const named = rows.map((cells) => (cells[1] ?? '').replaceAll('`', '').trim())
  expect(named.length).toBeGreaterThan(15)
  const missing = named.filter(
    (name) => !existsSync(join(import.meta.dirname, '../../tests', `${name}.test.ts`)),
  )
  expect(missing).toEqual([])
})

describe.each(documentPaths())('%s', (path) => {
  const document = readDocument(path)

  it('links to files that exist', () => {
    const links = [...document.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '')
    const missing = links.filter(
      (link) => !existsSync(join(import.meta.dirname, '../..', dirname(path), link)),
    )
    expect(missing).toEqual([])
  })

  it('has no line over 140 characters', () => {
    expect(document.split('\n').filter((line) => Array.from(line).length > 140)).toEqual([])
  })

  it('cites no document outside the repository, and no issue', () => {
    expect(
      document.match(/\bissue \d+|\b(?:research|shared|design)\/|\b(?:house|peer|product|clients)\.md/g),
    ).toBeNull()
  })
})
