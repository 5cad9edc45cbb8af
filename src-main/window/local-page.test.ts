import { expect, it } from 'vitest'

import { besideArchive, fileOfLocalPage, LOCAL_PAGES, localPage } from './local-page.ts'

it('finds an unpacked file beside the archive', () => {
  expect(besideArchive('/opt/app.asar/out/NOTICES.txt')).toBe('/opt/app.asar.unpacked/out/NOTICES.txt')
  expect(besideArchive('C:\\app.asar\\out')).toBe('C:\\app.asar.unpacked\\out')
  expect(besideArchive('/work/out')).toBe('/work/out')
})

it('has an address with the language, and recognizes its caller without it', () => {
  expect(localPage('server-down', 'zh')).toBe('pulsekey-shell://pages/server-down.html?lang=zh')
  expect(localPage('manual', 'zh')).toBe('pulsekey-shell://pages/manual-zh.html?lang=zh')
  expect(LOCAL_PAGES).toContain('pulsekey-shell://pages/server-down.html')
  // The manual asks nothing of the shell.
  expect(LOCAL_PAGES).not.toContain('pulsekey-shell://pages/manual.html')
})

it.each([
  ['pulsekey-shell://pages/server-down.html?lang=en', 'server-down.html'],
  ['pulsekey-shell://pages/find.js', 'find.js'],
  ['pulsekey-shell://pages/server-down.css#x', 'server-down.css'],
])('%s is the file %s', (url, file) => {
  expect(fileOfLocalPage(url)).toBe(file)
})

it.each([
  'pulsekey-shell://pages/../index.js',
  'pulsekey-shell://pages/..%2findex.js',
  'pulsekey-shell://pages/sub/x.html',
  'pulsekey-shell://other/find.js',
  'pulsekey-shell://pages/server-down.html.map',
  'pulsekey-shell://pages/',
  'file:///etc/passwd',
])('%s is no file', (url) => {
  expect(fileOfLocalPage(url)).toBeUndefined()
})

it('carries the address of a server to the preferences, which shows it in a field', () => {
  const url = localPage('preferences', 'en', 'https://a.example:8443')
  expect(new URL(url).searchParams.get('address')).toBe('https://a.example:8443')
  expect(fileOfLocalPage(url)).toBe('preferences.html')
})
