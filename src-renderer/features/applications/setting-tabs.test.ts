import { describe, expect, it } from 'vitest'
import { applicationSettings } from '../../../src-server/contract/records/application.ts'
import en from '../../i18n/en/applications.json'
import { messageKey } from './setting.ts'
import { ALL_SETTINGS, SETTING_TABS } from './setting-tabs.ts'

/** The paths of all input members of app_update, from the contract itself. */
function contractPaths(): string[] {
  const { shape } = applicationSettings
  const groups = { unbind: shape.unbind, pay: shape.pay, mt5: shape.mt5, scripts: shape.scripts }
  const plain = Object.keys(shape).filter((name) => !(name in groups))
  const nested = Object.entries(groups).flatMap(([group, schema]) =>
    Object.keys(schema.shape).map((name) => `${group}.${name}`),
  )
  return [...plain, ...nested].sort()
}

describe('the settings page', () => {
  it('shows every setting of the contract once', () => {
    expect(ALL_SETTINGS.map(({ path }) => path).sort()).toEqual(contractPaths())
  })

  it('has a label, a text about the effect, and a word for every choice of each setting', () => {
    const labels: Record<string, string> = en.setting
    const hints: Record<string, string> = en.hint
    const choices: Record<string, Record<string, string>> = en.choice
    for (const { path, choices: offered } of ALL_SETTINGS) {
      expect(labels, path).toHaveProperty([messageKey(path)])
      expect(hints, path).toHaveProperty([messageKey(path)])
      for (const choice of offered ?? [])
        expect(choices[messageKey(path)], path).toHaveProperty([String(choice)])
    }
  })

  it('has a title and a text for every tab and section', () => {
    const tabs: Record<string, string> = en.tab
    const titles: Record<string, string> = en.section
    const texts: Record<string, string> = en.section_text
    for (const tab of SETTING_TABS) {
      expect(tabs).toHaveProperty([tab.name])
      for (const { name } of tab.sections) {
        expect(titles).toHaveProperty([name])
        expect(texts).toHaveProperty([name])
      }
    }
  })
})
