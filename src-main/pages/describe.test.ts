import { describe as group, expect, it } from 'vitest'

import type { ServerStatus } from '../contract/shell.ts'
import { describe } from './describe.ts'
import { TEXTS } from './server-down.texts.ts'

const status = (fields: Partial<ServerStatus>): ServerStatus => ({
  state: 'waiting',
  publicUrl: null,
  retryInMs: null,
  failure: null,
  exitCode: null,
  ...fields,
})

group('in English', () => {
  const say = (fields: Partial<ServerStatus>) => describe(status(fields), TEXTS.en)

  it('says that it is coming', () => {
    expect(say({ state: 'starting' })).toEqual({
      title: 'Starting the server…',
      advice: 'The console opens as soon as it is ready.',
      failure: undefined,
      canRestart: false,
    })
  })

  it('counts whole seconds, the last one included', () => {
    expect(say({ retryInMs: 1_001 }).advice).toContain('again in 2 s')
    expect(say({ retryInMs: 1 }).advice).toContain('again in 1 s')
  })

  it('prefers the server’s own words to an exit code', () => {
    expect(say({ exitCode: 9 }).failure).toContain('exit code 9')
    expect(say({ exitCode: 1, failure: 'Port 8787 is taken.' }).failure).toBe('Port 8787 is taken.')
    expect(say({ state: 'running', exitCode: 9 }).failure).toBeUndefined()
  })

  it('offers a start only when none is under way', () => {
    expect(say({ state: 'waiting' }).canRestart).toBe(true)
    expect(say({ state: 'stopped' }).canRestart).toBe(true)
    expect(say({ state: 'running' }).canRestart).toBe(false)
  })
})

it('has every text in Chinese', () => {
  expect(Object.keys(TEXTS.zh)).toEqual(Object.keys(TEXTS.en))
  expect(describe(status({ retryInMs: 3_000, exitCode: 9 }), TEXTS.zh)).toMatchObject({
    title: '服务器未运行',
    failure: '服务器意外退出（退出代码 9）。',
  })
})
