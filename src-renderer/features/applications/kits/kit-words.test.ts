import { expect, it } from 'vitest'
import { KIT_LINK_STATES, KIT_TYPES } from '../../../../src-server/contract/application-names.ts'
import en from '../../../i18n/en/applications.json'
import enStart from '../../../i18n/en/start.json'
import zh from '../../../i18n/zh-CN/applications.json'
import zhStart from '../../../i18n/zh-CN/start.json'

it.each([
  ['en', en, enStart],
  ['zh-CN', zh, zhStart],
])('%s has a name and a use for each kit, and a word for each state of a link', (_, words, start) => {
  expect(Object.keys(start.kit.type).sort()).toEqual([...KIT_TYPES].sort())
  expect(Object.keys(words.kits.use).sort()).toEqual([...KIT_TYPES].sort())
  expect(Object.keys(words.kits.link.state).sort()).toEqual([...KIT_LINK_STATES].sort())
})
