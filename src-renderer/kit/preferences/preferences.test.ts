import { describe, expect, it } from 'vitest'
import { parsePreferences } from './preferences.ts'

describe('parsePreferences', () => {
  it("starts with the system's theme and the browser's language", () => {
    expect(parsePreferences(null, ['zh-TW', 'en'])).toEqual({
      theme: 'system',
      locale: 'zh-CN',
      plScheme: 'mt5',
      density: 'compact',
    })
    expect(parsePreferences(null, ['de-DE', 'zh-CN']).locale).toBe('en')
  })

  it('keeps known choices and drops unknown ones', () => {
    const kept = JSON.stringify({ theme: 'dark', locale: 'xx', plScheme: 'red-up', density: 7 })
    expect(parsePreferences(kept, ['en'])).toEqual({
      theme: 'dark',
      locale: 'en',
      plScheme: 'red-up',
      density: 'compact',
    })
  })

  it.each(['{', 'null', '[]', '"x"'])('survives a store with %s', (kept) => {
    expect(parsePreferences(kept, ['en']).theme).toBe('system')
  })
})
