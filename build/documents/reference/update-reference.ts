import { PUBLIC_ACTIONS } from '../../../src-server/ajax/selfservice/index.ts'
import { COMMON_CODES } from '../../../src-server/ajax/selfservice/common-codes.ts'
import { ENDPOINTS } from '../../../src-server/runtime/endpoints/index.ts'
import { GUARD_CODES } from '../../../src-server/runtime/guard-codes.ts'
import { endpointSection, groupTable, selfServiceSection } from './sections.ts'

/** By the reference's path, what its declarations say below each heading. */
export const REFERENCES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'docs/endpoints.md',
    new Map([
      ['Codes of every call', groupTable(GUARD_CODES.every)],
      ['Codes of signed calls', groupTable(GUARD_CODES.guarded)],
      ['Codes of logins', groupTable(GUARD_CODES.login)],
      ...ENDPOINTS.map((endpoint) => [endpoint.name, endpointSection(endpoint)] as const),
    ]),
  ],
  [
    'docs/self-service.md',
    new Map([
      ['Codes of every call', groupTable(COMMON_CODES.every)],
      ['Codes of lookups', groupTable(COMMON_CODES.lookup)],
      ...PUBLIC_ACTIONS.map((action) => [action.name, selfServiceSection(action)] as const),
    ]),
  ],
])

/** What is written by hand begins here, or at the next heading. */
const BY_HAND = /^(?:\*\*|#)/m

/** Puts the declared part below each heading, in place of all up to the part that is written by hand. */
export function updateReference(document: string, declared: ReadonlyMap<string, string>): string {
  let updated = document
  for (const [heading, text] of declared) {
    const at = updated.search(new RegExp(`^### ${heading}\\n`, 'm'))
    if (at < 0) throw new Error(`there is no heading "### ${heading}"`)
    const from = updated.indexOf('\n', at) + 1
    const rest = updated.slice(from)
    const end = rest.search(BY_HAND)
    updated = `${updated.slice(0, from)}\n${text}${end < 0 ? '' : rest.slice(end)}`
  }
  return updated
}
