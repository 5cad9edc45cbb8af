import { describe, expect, it } from 'vitest'
import { COMMON_CODES, commonGroups } from '../../../src-server/ajax/selfservice/common-codes.ts'
import { PUBLIC_ACTIONS } from '../../../src-server/ajax/selfservice/index.ts'
import { SELF_SERVICE } from '../../../src-server/contract/self-service.ts'
import { ENDPOINTS } from '../../../src-server/runtime/endpoints/index.ts'
import { GUARD_CODES, guardGroups } from '../../../src-server/runtime/guard-codes.ts'
import { codesOf } from '../openapi/common.ts'
import { readDocument } from '../read-document.ts'
import { fieldsOf } from './fields.ts'
import { readSections } from './read-reference.ts'
import { REFERENCES, updateReference } from './update-reference.ts'

const numbers = (groups: Parameters<typeof codesOf>[0]) => codesOf(groups).map(({ code }) => code)

/** The names that each section needs, by the declarations. */
const DECLARED = {
  'endpoints.md': ENDPOINTS.map((endpoint) => ({
    name: endpoint.name,
    parameters: Object.keys(endpoint.params.shape),
    fields: endpoint.envelope === 'raw' ? [] : fieldsOf(endpoint.output).map(({ name }) => name),
    codes: numbers([endpoint.codes]).map(String),
    also: guardGroups(endpoint).flatMap((group) => numbers([GUARD_CODES[group]])),
  })),
  'self-service.md': PUBLIC_ACTIONS.map((action) => ({
    name: action.name,
    parameters: Object.keys(action.params.shape),
    fields: fieldsOf(SELF_SERVICE[action.name]).map(({ name }) => name),
    codes: numbers([action.codes]).map(String),
    also: commonGroups(action).flatMap((group) => numbers([COMMON_CODES[group]])),
  })),
} as const

const ALIASES = ENDPOINTS.flatMap(({ aliases = [] }) => aliases)
const GROUPS = {
  'endpoints.md': [GUARD_CODES.every, GUARD_CODES.guarded, GUARD_CODES.login],
  'self-service.md': [COMMON_CODES.every, COMMON_CODES.lookup],
} as const

describe.each([...REFERENCES])('%s', (path, declared) => {
  it('has the tables that the declarations make (npm run documents writes them)', () => {
    const tight = (text: string) => text.replaceAll(/ {2,}|-{3,}/g, ' ').replaceAll(/\s+/g, ' ')
    const document = readDocument(path)
    expect(tight(updateReference(document, declared))).toBe(tight(document))
  })
})

describe.each(['docs', 'docs/zh-CN'])('%s', (folder) => {
  describe.each(['endpoints.md', 'self-service.md'] as const)('%s', (file) => {
    const document = readDocument(`${folder}/${file}`)
    const sections = readSections(document)

    it.each(DECLARED[file])(
      '$name: its parameters, its fields, and every code that it can answer',
      ({ name, ...expected }) => {
        expect(sections.find((section) => section.name === name)).toMatchObject(expected)
      },
    )

    it('has the codes of many calls', () => {
      const { length } = GROUPS[file]
      const groups = sections.filter(({ name }) => !DECLARED[file].some((one) => one.name === name))
      const shown = groups.filter(({ codes }) => codes.length > 0).map(({ codes }) => codes)
      expect(shown.slice(0, length)).toEqual(GROUPS[file].map((cases) => numbers([cases]).map(String)))
    })

    it('has an example of each, and a way to each from the first table', () => {
      const names = [...DECLARED[file].map(({ name }) => name), ...(file === 'endpoints.md' ? ALIASES : [])]
      const shown = sections.filter(({ examples }) => examples.length > 0).map(({ name }) => name)
      expect(shown.sort()).toEqual([...names].sort())
      const contents = document.slice(0, document.indexOf('\n### '))
      expect(names.filter((name) => !contents.includes(`[${name}](#${name})`))).toEqual([])
    })
  })
})

describe.each(['integrators.md', 'signature.md', 'endpoints.md', 'self-service.md'])('zh-CN/%s', (file) => {
  it('has the examples of the English edition', () => {
    const examplesIn = (path: string) => readSections(readDocument(path)).flatMap(({ examples }) => examples)
    expect(examplesIn(`docs/zh-CN/${file}`)).toEqual(examplesIn(`docs/${file}`))
  })
})
