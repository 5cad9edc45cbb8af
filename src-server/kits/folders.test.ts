import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KIT_TYPES } from '../contract/application-names.ts'
import { readKitsFrom } from '../entry/adapters/kit-folder.ts'
import { fillKit, type KitValues } from './fill-kit.ts'
import { findKit } from './find-kit.ts'
import { KIT_LANGUAGES } from './languages.ts'
import { writeZip } from './zip.ts'

const read = readKitsFrom(`${import.meta.dirname}/../..`)
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const VALUES: KitValues = {
  app: 10_001,
  appkey: 'AppKeyOfTheTest',
  rc4Key: 'Rc4KeyOfTheTest',
  version: '4.2',
  address: 'http://127.0.0.1:8787/folder',
  mode: 3,
  graceHours: 719,
  answerKey: '',
  answerKeyNext: '',
}

test('the offered kits are those that have a folder', () => {
  expect([...KIT_TYPES].sort()).toEqual(folders.sort())
})

test('易语言 has two names, and other texts are no type', () => {
  for (const type of KIT_TYPES) expect(findKit(type)).toBe(type)
  expect(findKit('易语言')).toBe('epl')
  for (const type of ['', 'LUA', '../lua', 'constructor', 'quote.ts']) expect(findKit(type)).toBeUndefined()
})

test.each(KIT_TYPES)('%s is filled in whole, and every file has a name for an archive', async (type) => {
  const filled = fillKit(await read(type), KIT_LANGUAGES[type], VALUES)
  const text = Object.values(filled).join('\n')
  expect(text).not.toMatch(/\{\{[a-z]\w*\}\}/)
  expect(text).toContain('10001')
  expect(text).toContain(KIT_LANGUAGES[type].quote('http://127.0.0.1:8787/folder'))
  expect(text).toContain(KIT_LANGUAGES[type].quote('AppKeyOfTheTest'))
  expect(writeZip(filled).length).toBeGreaterThan(0)
})
