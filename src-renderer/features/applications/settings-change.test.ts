import { describe, expect, it } from 'vitest'
import type { ApplicationRecord } from '../../../src-server/contract/records/application.ts'
import { readSetting, writeSetting } from '../../kit/form/setting-path.ts'
import { settingsChange } from './settings-change.ts'

const saved = {
  app: 10001,
  name: 'Grid',
  window: 10,
  unbind: { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 },
  pay: { state: 'n', url: '' },
  mt5: { enabled: false, trial_seconds: 60 },
  scripts: { ygg: '', sig: '' },
} as ApplicationRecord

describe('settingsChange', () => {
  it('is empty without a difference', () => {
    expect(settingsChange(saved, structuredClone(saved))).toEqual({})
  })

  it('names only the members that differ, also inside groups', () => {
    const draft = structuredClone(saved)
    writeSetting(draft, 'window', 0)
    writeSetting(draft, 'mt5.enabled', true)
    writeSetting(draft, 'unbind.max', 5)
    expect(settingsChange(saved, draft)).toEqual({ window: 0, mt5: { enabled: true }, unbind: { max: 5 } })
  })

  it('drops a member that is typed back', () => {
    const draft = structuredClone(saved)
    writeSetting(draft, 'mt5.enabled', true)
    writeSetting(draft, 'mt5.enabled', false)
    expect(settingsChange(saved, draft)).toEqual({})
  })
})

describe('a path', () => {
  it('reads and writes members of groups', () => {
    const draft = structuredClone(saved)
    expect(readSetting(draft, 'unbind.interval')).toBe(86_400)
    writeSetting(draft, 'unbind.interval', 0)
    expect(draft.unbind.interval).toBe(0)
  })

  it('throws when it leads nowhere', () => {
    expect(() => readSetting(saved, 'mt5.nothing')).toThrow('mt5.nothing')
    expect(() => {
      writeSetting(saved, 'nothing.at', 1)
    }).toThrow('nothing.at')
  })
})
