import { expect, it } from 'vitest'

import { findCaller, type Frame, type Trusted } from './caller.ts'

const shellPage = 'file:///opt/pulsekey/out/main/pages/server-down.html'
const preferences = 'file:///opt/pulsekey/out/main/pages/preferences.html'
const consoleUrl = 'http://127.0.0.1:4000'
const trusted: Trusted = { consoleUrl, isRemote: false, shellPages: [shellPage, preferences] }
const callerOf = (url: string) => findCaller({ url, parent: null }, trusted)

it("recognizes the console and the shell's own pages", () => {
  expect(callerOf(`${preferences}?lang=en`)).toBe('shell')
  expect(callerOf('http://127.0.0.1:4000/console/#/live')).toBe('console')
  expect(callerOf(`${shellPage}?lang=zh`)).toBe('shell')
})

it.each([
  ['another port', 'http://127.0.0.1:4001/console/'],
  ['another scheme', 'https://127.0.0.1:4000/console/'],
  ['a host that begins with the same text', 'http://127.0.0.1:4000.evil.example/console/'],
  ['the host as a user name', 'http://127.0.0.1:4000@evil.example/console/'],
  ['another file', 'file:///etc/passwd'],
  ['a file beside the page', `${shellPage}/../other.html`],
  ['the page on another host', 'file://evil/opt/pulsekey/out/main/pages/server-down.html'],
  ['an empty page', 'about:blank'],
  ['a blob', 'blob:null/1'],
  ['nonsense', 'nonsense'],
])('recognizes no caller at %s', (_what, url) => {
  expect(callerOf(url)).toBeUndefined()
})

it('recognizes no frame within a page', () => {
  const inner = { url: `${consoleUrl}/console/`, parent: {} } as unknown as Frame
  expect(findCaller(inner, trusted)).toBeUndefined()
})

it('recognizes no console while the server is down', () => {
  expect(
    findCaller({ url: `${consoleUrl}/console/`, parent: null }, { ...trusted, consoleUrl: undefined }),
  ).toBeUndefined()
})

it('distinguishes a remote console from the local one', () => {
  const away = { ...trusted, consoleUrl: 'https://a.example:8443', isRemote: true }
  expect(findCaller({ url: 'https://a.example:8443/console/', parent: null }, away)).toBe('remote')
  expect(findCaller({ url: 'https://a.example/console/', parent: null }, away)).toBeUndefined()
  expect(findCaller({ url: `${consoleUrl}/console/`, parent: null }, away)).toBeUndefined()
})

it('recognizes no caller in a destroyed frame', () => {
  expect(findCaller(null, trusted)).toBeUndefined()
})
