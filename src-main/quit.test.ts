import { EventEmitter } from 'node:events'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { type QuitUpdate, Quitting } from './quit.ts'
import { FakeTimers } from './server-process/fake-timers.ts'

class FakeApp extends EventEmitter {
  ended: number | undefined
  /** As in Electron, the listeners of each step may stop it. */
  quit = (): void => {
    for (const step of ['before-quit', 'will-quit']) {
      const event = { prevented: false, preventDefault: () => (event.prevented = true) }
      this.emit(step, event)
      if (event.prevented) return
    }
  }
  exit = (code: number): void => {
    this.ended = code
  }
}

let app: FakeApp
let connected: number
let answer: PromiseWithResolvers<boolean>
const ask = vi.fn<(accounts: number) => Promise<boolean>>()
const remember = vi.fn()
const remind = vi.fn()
let timers: FakeTimers
const shutDown = vi.fn<() => Promise<void>>()
let update: QuitUpdate | undefined
let quitting: Quitting

beforeEach(() => {
  app = new FakeApp()
  connected = 0
  answer = Promise.withResolvers()
  ask.mockReset().mockImplementation(() => answer.promise)
  remember.mockReset()
  remind.mockReset()
  timers = new FakeTimers()
  shutDown.mockReset().mockResolvedValue()
  update = undefined
  quitting = new Quitting(app as never, {
    connected: () => connected,
    ask,
    remind,
    timers,
    remember,
    server: { shutDown },
    get update() {
      return update
    },
  })
})

it('asks nothing while no account is connected, and ends after the server', async () => {
  const server = Promise.withResolvers<undefined>()
  shutDown.mockReturnValue(server.promise)
  app.quit()
  expect(ask).not.toHaveBeenCalled()
  expect(quitting.isAgreed).toBe(true)
  expect(app.ended).toBeUndefined()
  server.resolve(undefined)
  await vi.waitFor(() => {
    expect(app.ended).toBe(0)
  })
})

it('asks once, with the number of accounts, and continues to serve when the user stays', async () => {
  connected = 3
  app.quit()
  app.quit()
  expect(ask).toHaveBeenCalledExactlyOnceWith(3)
  // The second attempt shows the open question.
  expect(remind).toHaveBeenCalledOnce()
  answer.resolve(false)
  await answer.promise
  await Promise.resolve()
  expect(shutDown).not.toHaveBeenCalled()
  expect(quitting.isAgreed).toBe(false)
  // The next attempt asks again.
  await vi.waitFor(() => {
    app.quit()
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

it('ends when the user agrees, and saves the windows before they are gone', async () => {
  connected = 1
  remember.mockImplementation(() => {
    expect(shutDown).not.toHaveBeenCalled()
  })
  app.quit()
  answer.resolve(true)
  await vi.waitFor(() => {
    expect(app.ended).toBe(0)
  })
  expect(remember).toHaveBeenCalledOnce()
})

it('asks nothing when the session ends', async () => {
  connected = 3
  quitting.now()
  expect(ask).not.toHaveBeenCalled()
  await vi.waitFor(() => {
    expect(app.ended).toBe(0)
  })
})

it("ends, once, even when the server can't be stopped", async () => {
  shutDown.mockRejectedValue(new Error('no'))
  const exit = vi.spyOn(app, 'exit')
  app.quit()
  app.quit()
  await vi.waitFor(() => {
    expect(app.ended).toBe(0)
  })
  expect(exit).toHaveBeenCalledOnce()
  expect(shutDown).toHaveBeenCalledOnce()
})

it("ends although the windows' places can't be saved", async () => {
  remember.mockImplementation(() => {
    throw new Error('no space left on device')
  })
  app.quit()
  await vi.waitFor(() => {
    expect(app.ended).toBe(0)
  })
})

it('ends although the number of accounts is not known', async () => {
  const broken = new FakeApp()
  const other = new Quitting(broken as never, {
    connected: () => {
      throw new Error('no summary')
    },
    ask,
    remind,
    timers,
    remember,
    server: { shutDown },
    update: undefined,
  })
  broken.quit()
  expect(other.isAgreed).toBe(true)
  await vi.waitFor(() => {
    expect(broken.ended).toBe(0)
  })
})

it('ends within seconds of a signal, although the server never answers', () => {
  shutDown.mockReturnValue(new Promise(() => undefined))
  quitting.now()
  quitting.now()
  expect(app.ended).toBeUndefined()
  timers.pass(8_000)
  expect(app.ended).toBe(1)
})

it('goes on when a page stays after a signal', () => {
  shutDown.mockReturnValue(new Promise(() => undefined))
  app.quit = () => {
    quitting.calledOff()
  }
  quitting.now()
  timers.pass(8_000)
  expect(app.ended).toBeUndefined()
})

describe('an update', () => {
  const steps: string[] = []
  const prepared = (isReady: boolean | Promise<boolean>): QuitUpdate => ({
    prepare: async (byUser) => {
      steps.push(`prepare ${byUser}`)
      return isReady
    },
    install: async (byUser) => {
      steps.push(`install ${byUser}`)
    },
  })
  const ended = () =>
    vi.waitFor(() => {
      expect(app.ended).toBe(0)
    })
  beforeEach(() => {
    steps.length = 0
    shutDown.mockImplementation(async () => {
      steps.push('server')
    })
  })

  it('is prepared while the server runs, and installed after it has ended', async () => {
    update = prepared(true)
    connected = 1
    app.quit()
    answer.resolve(true)
    await ended()
    expect(steps).toEqual(['prepare true', 'server', 'install true'])
  })

  it('is not installed when the preparation fails', async () => {
    update = prepared(Promise.reject(new Error('no')))
    app.quit()
    await ended()
    expect(steps).toEqual(['prepare true', 'server'])
  })

  it("learns that the user isn't present", async () => {
    update = prepared(false)
    quitting.now()
    await ended()
    expect(steps).toEqual(['prepare false', 'server'])
  })

  it('is not waited for when the system ends during its preparation', async () => {
    update = prepared(new Promise(() => undefined))
    app.quit()
    await vi.waitFor(() => {
      expect(steps).toEqual(['prepare true'])
    })
    quitting.now()
    await ended()
    expect(steps).toEqual(['prepare true', 'server'])
    // By then there are no windows whose places could be saved.
    expect(remember).toHaveBeenCalledOnce()
  })
})
