import { beforeEach, expect, it, vi } from 'vitest'

import { ExternalLinks, findExternal } from './external-links.ts'

const OPEN = { response: 0, checkboxChecked: false }
const CANCEL = { response: 1, checkboxChecked: false }
const showMessageBox = vi.fn<() => Promise<typeof OPEN>>()
const openExternal = vi.fn<() => Promise<void>>()
const parts = { dialog: { showMessageBox }, shell: { openExternal } } as never
const links = new ExternalLinks(parts, () => 'en')

beforeEach(() => {
  showMessageBox.mockReset().mockResolvedValue(OPEN)
  openExternal.mockReset().mockResolvedValue()
})

it.each(['http://example.org/', 'file:///etc/passwd', 'javascript:1', 'mailto:a@b.c', 'ms-msdt:x', 'x'])(
  'never opens %s',
  async (url) => {
    expect(await links.open(url)).toBe(false)
    expect(showMessageBox).not.toHaveBeenCalled()
    expect(openExternal).not.toHaveBeenCalled()
  },
)

it('never opens an address that hides its host behind a user name', () => {
  expect(findExternal('https://bank.example@evil.example/')).toBeUndefined()
})

it('asks with the address as it will be opened', async () => {
  expect(await links.open('https://Example.ORG/a b')).toBe(true)
  expect(showMessageBox).toHaveBeenCalledWith(
    expect.objectContaining({ detail: 'https://example.org/a%20b', defaultId: 1, cancelId: 1 }),
  )
  expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://example.org/a%20b')
})

it('asks in Chinese on a Chinese system', async () => {
  await new ExternalLinks(parts, () => 'zh').open('https://example.org/')
  expect(showMessageBox).toHaveBeenCalledWith(expect.objectContaining({ buttons: ['打开', '取消'] }))
})

it('opens nothing when the user declines', async () => {
  showMessageBox.mockResolvedValue(CANCEL)
  expect(await links.open('https://example.org/')).toBe(false)
  expect(openExternal).not.toHaveBeenCalled()
})

it('asks about a second link too, once for each address and three at most', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof OPEN>()
  showMessageBox.mockReturnValue(promise)
  const opened = [1, 2, 3].map((number) => links.open(`https://example.org/${number}`))
  expect(await links.open('https://example.org/2')).toBe(false)
  expect(await links.open('https://example.org/4')).toBe(false)
  expect(showMessageBox).toHaveBeenCalledTimes(3)
  resolve(OPEN)
  expect(await Promise.all(opened)).toEqual([true, true, true])
  expect(await links.open('https://example.org/4')).toBe(true)
})
