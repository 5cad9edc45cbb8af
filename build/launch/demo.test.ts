import { existsSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoStart } from './demo.ts'

it('another start stays as it is', () => {
  expect(demoStart(['--data', '/d'], {})).toBeUndefined()
})

it('a demo without a folder gets one to throw away, a free port, and this machine alone', () => {
  const { args, env, lines, throwAway } = demoStart(['--demo'], {})!
  expect(existsSync(throwAway!)).toBe(true)
  expect(args).toEqual(['--demo', '--data', throwAway, '--port', '0', '--host', '127.0.0.1'])
  expect(env['PULSEKEY_OWNER_PASSWORD']).toMatch(/^try-\w{4}-\w{4}-\w{4}$/)
  const said = lines.join('\n')
  expect(said).toContain(env['PULSEKEY_OWNER_PASSWORD'])
  expect(said).toContain('DELETED')
  expect(lines.every((line) => line.startsWith('DEMO: '))).toBe(true)
  rmSync(throwAway!, { recursive: true })
})

it('a demo with a folder keeps it, and a given password is not printed', () => {
  const demo = demoStart(['--demo', '--data=/d', '--port', '9'], {
    PULSEKEY_OWNER_PASSWORD: 'my own secret',
  })!
  expect(demo.throwAway).toBeUndefined()
  expect(demo.args).toEqual(['--demo', '--data=/d', '--port', '9', '--host', '127.0.0.1'])
  expect(demo.lines.join()).not.toContain('my own secret')
})
