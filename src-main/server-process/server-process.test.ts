import { beforeEach, describe, expect, it } from 'vitest'

import { type ServerChild, ServerProcess, type Timers } from './server-process.ts'

const READY = { type: 'ready', publicUrl: 'http://0.0.0.0:8787', consoleUrl: 'http://127.0.0.1:4000' }

class FakeChild implements ServerChild {
  message: (message: unknown) => void = () => undefined
  exit: (code: number) => void = () => undefined
  stops = 0
  kills = 0
  onMessage(listener: (message: unknown) => void): void {
    this.message = listener
  }
  onExit(listener: (code: number) => void): void {
    this.exit = listener
  }
  stop(): void {
    this.stops += 1
  }
  kill(): void {
    this.kills += 1
  }
}

class FakeTimers implements Timers {
  #now = 0
  #due: { at: number; act: () => void }[] = []
  nowMs(): number {
    return this.#now
  }
  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act }
    this.#due.push(timer)
    return () => {
      this.#due = this.#due.filter((other) => other !== timer)
    }
  }
  pass(ms: number): void {
    this.#now += ms
    const due = this.#due.filter(({ at }) => at <= this.#now)
    this.#due = this.#due.filter(({ at }) => at > this.#now)
    for (const { act } of due) act()
  }
}

let children: FakeChild[]
let timers: FakeTimers
let server: ServerProcess

const last = (): FakeChild => children.at(-1)!

beforeEach(() => {
  children = []
  timers = new FakeTimers()
  server = new ServerProcess(() => {
    children.push(new FakeChild())
    return last()
  }, timers)
  server.start()
})

describe('starting', () => {
  it('runs from the ready message on', () => {
    expect(server.status.state).toBe('starting')
    expect(server.ready).toBeUndefined()
    last().message(READY)
    expect(server.status).toEqual({
      state: 'running',
      publicUrl: 'http://0.0.0.0:8787',
      retryInMs: null,
      failure: null,
      exitCode: null,
    })
    expect(server.ready?.consoleUrl).toBe('http://127.0.0.1:4000')
  })

  it('takes no console elsewhere than on this machine', () => {
    last().message({ ...READY, consoleUrl: 'http://evil.example:4000' })
    expect(server.ready).toBeUndefined()
  })

  it('starts one server however often it is asked', () => {
    server.start()
    expect(children).toHaveLength(1)
  })
})

describe('ending', () => {
  it('is started again, each time later', () => {
    last().message(READY)
    last().exit(9)
    expect(server.status).toMatchObject({ state: 'waiting', retryInMs: 500, exitCode: 9, publicUrl: null })
    timers.pass(499)
    expect(children).toHaveLength(1)
    timers.pass(1)
    expect(children).toHaveLength(2)
    last().exit(1)
    timers.pass(999)
    expect(children).toHaveLength(2)
    timers.pass(1)
    expect(children).toHaveLength(3)
  })

  it('is forgiven after a minute of service', () => {
    last().exit(1)
    timers.pass(500)
    last().message(READY)
    timers.pass(60_000)
    last().exit(1)
    expect(server.status.retryInMs).toBe(500)
  })

  it('keeps what the server said of its failure until it serves', () => {
    last().message({ type: 'failed', message: 'Port 8787 is taken.' })
    last().exit(1)
    expect(server.status.failure).toBe('Port 8787 is taken.')
    timers.pass(500)
    expect(server.status).toMatchObject({ state: 'starting', failure: 'Port 8787 is taken.' })
    last().message(READY)
    expect(server.status.failure).toBeNull()
  })

  it('is brought about when a server that failed lingers', () => {
    last().message({ type: 'failed', message: 'no' })
    timers.pass(4_500)
    expect(last().kills).toBe(1)
  })

  it('tells its listeners', () => {
    const seen: string[] = []
    server.onChange(() => seen.push(server.status.state))
    last().message(READY)
    last().exit(1)
    timers.pass(500)
    expect(seen).toEqual(['running', 'waiting', 'starting'])
  })
})

describe('stopping', () => {
  it('asks, waits, and starts nothing after it', async () => {
    last().message(READY)
    const gone = server.shutDown()
    expect(last()).toMatchObject({ stops: 1, kills: 0 })
    last().exit(0)
    await gone
    expect(server.status.state).toBe('stopped')
    server.start()
    timers.pass(60_000)
    expect(children).toHaveLength(1)
    expect(last().kills).toBe(0)
  })

  it('kills a server that does not listen, within 5 s', () => {
    void server.shutDown()
    timers.pass(4_999)
    expect(last().kills).toBe(1)
  })

  it('calls off a start that was due', async () => {
    last().exit(1)
    await server.shutDown()
    timers.pass(60_000)
    expect(children).toHaveLength(1)
  })
})

describe('restarting', () => {
  it('stops the old one first and forgets the waiting', async () => {
    last().message(READY)
    const restarted = server.restart()
    expect(children).toHaveLength(1)
    last().exit(0)
    await restarted
    expect(children).toHaveLength(2)
    last().exit(1)
    expect(server.status.retryInMs).toBe(500)
  })

  it('does not wait when the server is down', async () => {
    last().exit(1)
    await server.restart()
    expect(children).toHaveLength(2)
  })

  it('gives way to the end of the desktop', async () => {
    const restarted = server.restart()
    const gone = server.shutDown()
    last().exit(0)
    await Promise.all([restarted, gone])
    expect(children).toHaveLength(1)
  })
})
