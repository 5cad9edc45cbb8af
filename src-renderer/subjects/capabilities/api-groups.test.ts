import { expect, it } from 'vitest'
import { CAPABILITIES } from '../../../src-server/contract/runtime-apis.ts'
import en from '../../i18n/en/capabilities.json'
import { API_GROUPS } from './api-groups.ts'

it('the groups have every capability once, and each group and capability has its words', () => {
  expect(API_GROUPS.flatMap(({ apis }) => apis).sort()).toEqual([...CAPABILITIES].sort())
  const groups: Record<string, string> = en.group
  const texts: Record<string, string> = en.api
  for (const { name, apis } of API_GROUPS) {
    expect(groups).toHaveProperty([name])
    for (const api of apis) expect(texts).toHaveProperty([api])
  }
})
