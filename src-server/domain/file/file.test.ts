import { describe, expect, it } from 'vitest'
import { fileAddress, fileDate, isSameLink } from './file.ts'

describe('a file', () => {
  it.each([
    ['direct', '', 'page'],
    ['direct', 'left over', 'page'],
    ['share', '', 'page'],
    ['share', 'file', 'file'],
  ] as const)('%s, resolved to %j, has the address %s', (kind, resolvedUrl, address) => {
    expect(fileAddress({ kind, url: 'page', resolvedUrl })).toBe(address)
  })

  it('has its date in UTC', () => {
    expect(fileDate(1_700_000_000)).toBe('2023-11-14 22:13:20')
  })

  it('another password makes another link', () => {
    const link = { kind: 'share', url: 'u', password: 'p' } as const
    expect(isSameLink(link, { ...link })).toBe(true)
    for (const change of [{ kind: 'direct' }, { url: 'v' }, { password: 'q' }] as const) {
      expect(isSameLink(link, { ...link, ...change })).toBe(false)
    }
  })
})
