import { PUBLIC_ACTIONS } from '../../../src-server/ajax/selfservice/index.ts'
import { COMMON_CODES } from '../../../src-server/ajax/selfservice/common-codes.ts'
import { ENDPOINTS } from '../../../src-server/runtime/endpoints/index.ts'
import { GUARD_CODES } from '../../../src-server/runtime/guard-codes.ts'
import { codeTable, endpointSection, selfServiceSection } from './sections.ts'
import { CHINESE, ENGLISH, type Words } from './words.ts'

/** By the reference's path, what its declarations say below each heading. */
export const REFERENCES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  (
    [
      ['docs', ENGLISH],
      ['docs/zh-CN', CHINESE],
    ] as const
  ).flatMap(([folder, words]) => [
    [`${folder}/endpoints.md`, endpointsIn(words)] as const,
    [`${folder}/self-service.md`, selfServiceIn(words)] as const,
  ]),
)

function endpointsIn(words: Words): ReadonlyMap<string, string> {
  return new Map([
    [words.groups.every.heading, codeTable(GUARD_CODES.every, words)],
    [words.groups.guarded.heading, codeTable(GUARD_CODES.guarded, words)],
    [words.groups.login.heading, codeTable(GUARD_CODES.login, words)],
    ...ENDPOINTS.map((endpoint) => [endpoint.name, endpointSection(endpoint, words)] as const),
  ])
}

function selfServiceIn(words: Words): ReadonlyMap<string, string> {
  return new Map([
    [words.groups.every.heading, codeTable(COMMON_CODES.every, words)],
    [words.groups.lookup.heading, codeTable(COMMON_CODES.lookup, words)],
    ...PUBLIC_ACTIONS.map((action) => [action.name, selfServiceSection(action, words)] as const),
  ])
}

/** The start of the part that people write: here, or at the next heading. */
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
