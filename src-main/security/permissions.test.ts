import { expect, it } from 'vitest'

import { denyPermissions, isGranted } from './permissions.ts'

const consoleUrl = 'http://127.0.0.1:4000'

it('lets the console write to the clipboard', () => {
  expect(isGranted('clipboard-sanitized-write', `${consoleUrl}/console/`, consoleUrl)).toBe(true)
})

it.each([
  'clipboard-read',
  'media',
  'geolocation',
  'notifications',
  'fullscreen',
  'openExternal',
  'hid',
  'unknown',
])('grants the console no %s', (permission) => {
  expect(isGranted(permission, `${consoleUrl}/console/`, consoleUrl)).toBe(false)
})

it.each(['http://127.0.0.1:4001/', 'https://example.org/', 'file:///x', ''])('grants %s nothing', (url) => {
  expect(isGranted('clipboard-sanitized-write', url, consoleUrl)).toBe(false)
})

it('grants nothing while the server is down', () => {
  expect(isGranted('clipboard-sanitized-write', `${consoleUrl}/`, undefined)).toBe(false)
})

it('answers requests, checks and devices alike', () => {
  const set: Record<string, (...args: never[]) => unknown> = {}
  const keep = (name: string) => (handler: unknown) => {
    set[name] = handler as (...args: never[]) => unknown
  }
  denyPermissions(
    {
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
    },
    () => consoleUrl,
  )
  const answers: boolean[] = []
  const answer = (granted: boolean) => answers.push(granted)
  set['request']!(null as never, 'media' as never, answer as never, { requestingUrl: consoleUrl } as never)
  expect(answers).toEqual([false])
  expect(set['check']!(null as never, 'media' as never, consoleUrl as never)).toBe(false)
  expect(set['check']!(null as never, 'clipboard-sanitized-write' as never, consoleUrl as never)).toBe(true)
  expect(set['device']!({} as never)).toBe(false)
})
