import { describe as group, expect, it } from 'vitest'

import type { ServerStatus } from '../contract/shell.ts'
import { describe } from './describe.ts'
import { TEXTS } from './server-down.texts.ts'

const status = (fields: Partial<ServerStatus>): ServerStatus => ({
  state: 'waiting',
  remote: null,
  publicUrl: null,
  retryInMs: null,
  failure: null,
  failureZh: null,
  problem: null,
  port: null,
  exitCode: null,
  ...fields,
})

group('in English', () => {
  const say = (fields: Partial<ServerStatus>) => describe(status(fields), TEXTS.en)

  it('says that the server is starting', () => {
    expect(say({ state: 'starting' })).toEqual({
      title: 'Starting the server…',
      advice: 'The console opens as soon as it is ready.',
      failure: undefined,
      canRestart: false,
      restart: 'Starting…',
      canMovePort: false,
    })
  })

  it('counts whole seconds, with the last one', () => {
    expect(say({ retryInMs: 1_001 }).advice).toContain('again in 2 s')
    expect(say({ retryInMs: 1 }).advice).toContain('again in 1 s')
  })

  it('prefers the server’s own message to an exit code', () => {
    expect(say({ exitCode: 9 }).failure).toContain('exit code 9')
    expect(say({ exitCode: 1, failure: 'Port 8787 is taken.' }).failure).toBe('Port 8787 is taken.')
    expect(say({ state: 'running', exitCode: 9 }).failure).toBeUndefined()
  })

  it("prefers a recognized problem to the server's message", () => {
    const taken = {
      problem: 'port_taken',
      port: 8787,
      failure: 'Choose another one with --port.',
      exitCode: 1,
    } as const
    expect(say(taken).failure).toBe(
      'Port 8787 is used by another program. Close that program, or use another port.',
    )
    expect(say({ problem: 'silent', exitCode: 9 }).failure).toBe(
      'The server stopped answering and was shut down.',
    )
  })

  it('offers another port when that would help', () => {
    expect(say({ problem: 'port_taken', port: 8787 }).canMovePort).toBe(true)
    expect(say({ problem: 'port_denied', port: 80 }).canMovePort).toBe(true)
    expect(say({ problem: 'silent' }).canMovePort).toBe(false)
    expect(say({}).canMovePort).toBe(false)
    expect(say({ state: 'starting', problem: 'port_taken', port: 8787 }).canMovePort).toBe(true)
    expect(say({ state: 'running', problem: 'port_taken', port: 8787 }).canMovePort).toBe(false)
  })

  it("names a remote server, and doesn't mention trading programs", () => {
    const away = say({
      remote: 'Office',
      problem: 'unreachable',
      failure: 'HTTP 404 /console/',
      retryInMs: 2_000,
    })
    expect(away).toMatchObject({
      title: 'Office can’t be shown',
      advice: 'Trying again in 2 s.',
      restart: 'Try now',
    })
    expect(away.failure).toMatch(/^No console answers .* \(HTTP 404 \/console\/\)$/)
    expect(say({ remote: 'Office', state: 'starting' }).title).toBe('Connecting to Office…')
    expect(say({ remote: 'Office', problem: 'other_certificate' }).failure).toMatch(
      /not the one you confirmed/,
    )
  })

  it('keeps its heading and the reason while the next attempt runs', () => {
    const taken = { problem: 'port_taken', port: 8787, exitCode: 1 } as const
    expect(say({ ...taken, state: 'starting' })).toMatchObject({
      title: say({ ...taken, state: 'waiting' }).title,
      failure: say({ ...taken, state: 'waiting' }).failure,
      advice: expect.stringContaining('Trying again now') as string,
    })
    expect(say({ remote: 'Office', state: 'starting', problem: 'unreachable' }).title).toBe(
      'Office can’t be shown',
    )
  })

  it('says of a server that is switched off how it is started, and not why an earlier run ended', () => {
    expect(say({ state: 'stopped', exitCode: 0 })).toMatchObject({
      title: 'The server is stopped',
      failure: undefined,
      canRestart: true,
    })
  })

  it('offers a start only when none is in progress', () => {
    expect(say({ state: 'waiting' }).canRestart).toBe(true)
    expect(say({ state: 'stopped' }).canRestart).toBe(true)
    expect(say({ state: 'running' }).canRestart).toBe(false)
  })
})

it('gives the server’s own reason in Chinese, where the server has it', () => {
  const failed = { failure: 'The disk is full.', failureZh: '磁盘已满。', exitCode: 1 }
  expect(describe(status(failed), TEXTS.zh).failure).toBe('磁盘已满。')
  expect(describe(status(failed), TEXTS.en).failure).toBe('The disk is full.')
  expect(describe(status({ ...failed, failureZh: null }), TEXTS.zh).failure).toBe('The disk is full.')
})

it('has every text in Chinese', () => {
  expect(Object.keys(TEXTS.zh)).toEqual(Object.keys(TEXTS.en))
  expect(Object.keys(TEXTS.zh.problem)).toEqual(Object.keys(TEXTS.en.problem))
  expect(describe(status({ retryInMs: 3_000, exitCode: 9 }), TEXTS.zh)).toMatchObject({
    title: '服务器未运行',
    failure: '服务器意外退出（退出代码 9）。',
  })
})
