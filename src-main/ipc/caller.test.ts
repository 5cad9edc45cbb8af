import { expect, it } from 'vitest'

import { findCaller, type Frame } from './caller.ts'

const shellPage = 'file:///opt/pulsekey/out/main/pages/server-down.html'
const consoleUrl = 'http://127.0.0.1:4000'
const callerOf = (url: string, now: string | undefined = consoleUrl) =>
  findCaller({ url, parent: null }, { consoleUrl: now, shellPage })

it('knows the console and the own page', () => {
  expect(callerOf('http://127.0.0.1:4000/console/#/live')).toBe('console')
  expect(callerOf(`${shellPage}?lang=zh`)).toBe('shell')
})

it.each([
  ['another port', 'http://127.0.0.1:4001/console/'],
  ['another scheme', 'https://127.0.0.1:4000/console/'],
  ['a name that begins alike', 'http://127.0.0.1:4000.evil.example/console/'],
  ['the host as a user name', 'http://127.0.0.1:4000@evil.example/console/'],
  ['another file', 'file:///etc/passwd'],
  ['a file beside the page', `${shellPage}/../other.html`],
  ['the page on another host', 'file://evil/opt/pulsekey/out/main/pages/server-down.html'],
  ['an empty page', 'about:blank'],
  ['a blob', 'blob:null/1'],
  ['nonsense', 'nonsense'],
])('knows nobody at %s', (_what, url) => {
  expect(callerOf(url)).toBeUndefined()
})

it('knows no frame within a page', () => {
  const inner = { url: `${consoleUrl}/console/`, parent: {} } as unknown as Frame
  expect(findCaller(inner, { consoleUrl, shellPage })).toBeUndefined()
})

it('knows no console while the server is down', () => {
  expect(
    findCaller({ url: `${consoleUrl}/console/`, parent: null }, { consoleUrl: undefined, shellPage }),
  ).toBeUndefined()
})

it('knows nobody in a frame that is gone', () => {
  expect(findCaller(null, { consoleUrl, shellPage })).toBeUndefined()
})
