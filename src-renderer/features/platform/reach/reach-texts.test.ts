import { describe, expect, it } from 'vitest'
import {
  MAPPING_FAILURES,
  FIREWALL_TOOLS,
  MAPPING_PROTOCOLS,
} from '../../../../src-server/contract/reach-ports.ts'
import {
  DYNAMIC_DNS_PROVIDERS,
  REACH_CHECKS,
  REACH_FACTS,
  REACH_STATES,
  REACH_SUMMARIES,
} from '../../../../src-server/contract/reach-names.ts'
import { flatten } from '../../../i18n/flatten.ts'
import type { MessageTree } from '../../../i18n/name-by-file.ts'
import { LOCALES } from '../../../i18n/locales.ts'

const files = import.meta.glob<MessageTree>('../../../i18n/*/reach.json', { eager: true, import: 'default' })
/** The server itself tries again, so a person has nothing to do. */
const WAITS: readonly string[] = ['dynamic_dns.rate', 'dynamic_dns.unreachable']

describe.each(LOCALES)('the words of reachability in %s', (locale) => {
  const keys = new Set(flatten(files[`../../../i18n/${locale}/reach.json`]!).map(([key]) => key))

  it('name each check, state, summary, protocol, tool and provider', () => {
    const named = [
      ...REACH_CHECKS.map((name) => `checks.${name}`),
      ...REACH_STATES.map((name) => `state.${name}`),
      ...REACH_SUMMARIES.map((name) => `summary.${name}`),
      ...MAPPING_PROTOCOLS.map((name) => `protocol.${name}`),
      ...FIREWALL_TOOLS.map((name) => `tool.${name}`),
      ...DYNAMIC_DNS_PROVIDERS.map((name) => `dynamic.providers.${name}`),
    ]
    expect(named.filter((key) => !keys.has(key))).toEqual([])
  })

  it('say each fact, and what to do about each problem and warning', () => {
    const facts = REACH_CHECKS.flatMap((check) =>
      Object.entries(REACH_FACTS[check]).map(([fact, state]) => ({ name: `${check}.${fact}`, state })),
    )
    expect(facts.filter(({ name }) => !keys.has(`facts.${name}`))).toEqual([])
    const wanted = facts.filter(
      ({ name, state }) => (state === 'problem' || state === 'warning') && !WAITS.includes(name),
    )
    expect(wanted.filter(({ name }) => !keys.has(`todo.${name}`))).toEqual([])
    const names = new Set(facts.map(({ name }) => name))
    const said = [...keys].filter((key) => /^(?:facts|todo)\./.test(key))
    expect(said.filter((key) => !names.has(key.replace(/^\w+\./, '')))).toEqual([])
  })
})

it('each failure of a router is a fact of its check', () => {
  expect(MAPPING_FAILURES.filter((name) => !(name in REACH_FACTS.router))).toEqual([])
})
