import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTimers } from './fake-timers.ts'
import type { ToServer } from './messages.ts'
import { type LostRun, type ServerChild, ServerProcess } from './server-process.ts'

const READY = { type: 'ready', publicUrl: 'http://0.0.0.0:8787', consoleUrl: 'http://127.0.0.1:4000' }

class FakeChild implements ServerChild {
  message: (message: unknown) => void = () => undefined
  exit: (code: number) => void = () => undefined
  readonly sent: ToServer['type'][] = []
  readonly keys: (string | null)[] = []
  kills = 0
  onMessage(listener: (message: unknown) => void): void {
    this.message = listener
  }
  onExit(listener: (code: number) => void): void {
    this.exit = listener
  }
  order = 0
  send(message: ToServer): void {
    this.sent.push(message.type)
    if (message.type === 'machine_key') this.keys.push(message.key)
    if (message.type === 'back_up') this.order = message.id
  }
  kill(): void {
    this.kills += 1
  }
}

let children: FakeChild[]
let timers: FakeTimers
let server: ServerProcess
let lost: LostRun[]
let ports: (number | undefined)[]
let machineKey: string | undefined

const last = (): FakeChild => children.at(-1)!

beforeEach(() => {
  children = []
  timers = new FakeTimers()
  lost = []
  ports = []
  server = new ServerProcess({
    fork: (port) => {
      ports.push(port)
      children.push(new FakeChild())
      return last()
    },
    machineKey: () => Promise.resolve(machineKey),
    timers,
    lost: (run) => lost.push(run),
  })
  server.start()
})

describe('starting', () => {
  it('is running from the ready message on', () => {
    expect(server.status.state).toBe('starting')
    expect(server.ready).toBeUndefined()
    last().message(READY)
    expect(server.status).toMatchObject({
      state: 'running',
      remote: null,
      publicUrl: 'http://0.0.0.0:8787',
      publicReach: 'public',
      retryInMs: null,
      failure: null,
      problem: null,
      port: null,
      exitCode: null,
    })
    expect(server.ready?.consoleUrl).toBe('http://127.0.0.1:4000')
  })

  it("gives this machine's key to a server that asks for it, or says that there is none", async () => {
    machineKey = 'the key'
    last().message({ type: 'machine_key_wanted' })
    machineKey = undefined
    last().message({ type: 'machine_key_wanted' })
    await Promise.resolve()
    await Promise.resolve()
    expect(last().keys).toEqual(['the key', null])
  })

  it('accepts only a console on this machine', () => {
    last().message({ ...READY, consoleUrl: 'http://evil.example:4000' })
    expect(server.ready).toBeUndefined()
  })

  it('starts one server, however often it is asked', () => {
    server.start()
    expect(children).toHaveLength(1)
  })
})

describe('ending', () => {
  it('starts again, after growing pauses', () => {
    last().message(READY)
    last().exit(9)
    expect(server.status).toMatchObject({ state: 'waiting', retryInMs: 100, exitCode: 9, publicUrl: null })
    timers.pass(99)
    expect(children).toHaveLength(1)
    timers.pass(1)
    expect(children).toHaveLength(2)
    last().exit(1)
    timers.pass(199)
    expect(children).toHaveLength(2)
    timers.pass(1)
    expect(children).toHaveLength(3)
  })

  it('starts without a pause again after a minute of service', () => {
    last().exit(1)
    timers.pass(100)
    last().message(READY)
    for (let beat = 0; beat < 12; beat++) {
      timers.pass(5_000)
      last().message({ type: 'pong' })
    }
    last().exit(1)
    expect(server.status.retryInMs).toBe(100)
  })

  it('keeps the server’s own message about its failure until it serves', () => {
    last().message({ type: 'failed', message: 'Port 8787 is taken.' })
    last().exit(1)
    expect(server.status.failure).toBe('Port 8787 is taken.')
    timers.pass(100)
    expect(server.status).toMatchObject({ state: 'starting', failure: 'Port 8787 is taken.' })
    last().message(READY)
    expect(server.status.failure).toBeNull()
  })

  it("kills a failed server that doesn't end", () => {
    last().message({ type: 'failed', message: 'no' })
    timers.pass(4_500)
    expect(last().kills).toBe(1)
  })

  it('notifies its listeners', () => {
    const seen: string[] = []
    server.onChange(() => seen.push(server.status.state))
    last().message(READY)
    last().exit(1)
    timers.pass(100)
    expect(seen).toEqual(['running', 'waiting', 'starting'])
  })
})

describe('a run that ended unexpectedly', () => {
  it('is reported with its code and its duration of service', () => {
    last().message(READY)
    timers.pass(12_000)
    last().exit(11)
    expect(lost).toEqual([{ exitCode: 11, servedMs: 12_000, failure: null, problem: null }])
  })

  it('is not reported when it was asked to end', async () => {
    last().message(READY)
    const restarted = server.restart()
    last().exit(0)
    await restarted
    expect(lost).toEqual([])
  })
})

describe('a server that no longer answers', () => {
  const SILENT_MS = 25_000

  it('is killed and started again, with problem silent until it serves', () => {
    last().message(READY)
    timers.pass(SILENT_MS - 1)
    expect(last()).toMatchObject({ sent: ['ping', 'ping', 'ping', 'ping'], kills: 0 })
    timers.pass(1)
    expect(last().kills).toBe(1)
    last().exit(9)
    expect(lost).toMatchObject([{ exitCode: 9, problem: 'silent' }])
    expect(server.status).toMatchObject({ state: 'waiting', problem: 'silent' })
    timers.pass(100)
    expect(server.status).toMatchObject({ state: 'starting', problem: 'silent' })
    last().message(READY)
    expect(server.status.problem).toBeNull()
  })

  it('is left alone while it answers, and before it is ready', () => {
    timers.pass(600_000)
    expect(last()).toMatchObject({ sent: [], kills: 0 })
    last().message(READY)
    for (let beat = 0; beat < 100; beat++) {
      timers.pass(5_000)
      last().message({ type: 'pong' })
    }
    expect(last().kills).toBe(0)
  })

  it('gets no pings after it was told to stop', () => {
    last().message(READY)
    void server.restart()
    timers.pass(4_400)
    expect(last().sent).toEqual(['stop'])
  })
})

describe('the server’s summary', () => {
  const STATE = { type: 'state', publicUrl: 'http://0.0.0.0:9000', live: 3, risks: [] }

  it('is shown, with the present public address', () => {
    last().message(READY)
    let told = 0
    server.onChange(() => told++)
    last().message(STATE)
    expect(server.summary).toMatchObject({ live: 3 })
    expect(server.status.publicUrl).toBe('http://0.0.0.0:9000')
    expect(told).toBe(1)
  })

  it('is dropped when the server ends', () => {
    last().message(READY)
    last().message(STATE)
    last().exit(1)
    expect(server.summary).toBeUndefined()
    expect(server.status.publicUrl).toBeNull()
  })

  it.each([
    { ...STATE, live: -1 },
    { ...STATE, live: '3' },
    { ...STATE, publicUrl: 'javascript' },
    { ...STATE, risks: [{ key: 'k', group: 'g', app: '', at: 1, kind: 'd', subject: 's', device: '5' }] },
  ])('is refused in another shape: %j', (message) => {
    last().message(READY)
    last().message(message)
    expect(server.summary).toBeUndefined()
  })
})

describe('another port', () => {
  it('is used at the next start and at all later ones', async () => {
    last().message({ type: 'failed', message: 'taken', reason: 'port_taken', port: 8787 })
    expect(server.status).toMatchObject({ problem: 'port_taken', port: 8787, failure: 'taken' })
    last().exit(1)
    await server.movePort(8788)
    expect(server.status).toMatchObject({ state: 'starting', problem: null, port: null })
    last().message(READY)
    expect(server.status).toMatchObject({ state: 'running', problem: null, port: null })
    last().exit(1)
    timers.pass(100)
    expect(ports).toEqual([undefined, 8788, 8788])
  })
})

it('tells the server that the machine slept and woke', () => {
  last().message(READY)
  server.resumed()
  expect(last().sent).toEqual(['resumed'])
})

describe('stopping', () => {
  it('asks, waits, and starts nothing afterwards', async () => {
    last().message(READY)
    const gone = server.shutDown()
    expect(last()).toMatchObject({ sent: ['stop'], kills: 0 })
    last().exit(0)
    await gone
    expect(server.status.state).toBe('stopped')
    server.start()
    timers.pass(60_000)
    expect(children).toHaveLength(1)
    expect(last().kills).toBe(0)
  })

  it("kills a server that doesn't react within 5 s", () => {
    void server.shutDown()
    timers.pass(4_999)
    expect(last().kills).toBe(1)
  })

  it('cancels a pending start', async () => {
    last().exit(1)
    await server.shutDown()
    timers.pass(60_000)
    expect(children).toHaveLength(1)
  })
})

describe('restarting', () => {
  it('stops the old one first, and skips the pause', async () => {
    last().message(READY)
    const restarted = server.restart()
    expect(children).toHaveLength(1)
    last().exit(0)
    await restarted
    expect(children).toHaveLength(2)
    last().exit(1)
    expect(server.status.retryInMs).toBe(100)
  })

  it("doesn't wait when the server is down", async () => {
    last().exit(1)
    await server.restart()
    expect(children).toHaveLength(2)
  })

  it('yields to the end of the desktop', async () => {
    const restarted = server.restart()
    const gone = server.shutDown()
    last().exit(0)
    await Promise.all([restarted, gone])
    expect(children).toHaveLength(1)
  })
})

describe('a backup before an update', () => {
  it('is done when the server says so', async () => {
    last().message(READY)
    const backup = server.backUp()
    expect(last().sent).toEqual(['back_up'])
    last().message({ type: 'backed_up', id: last().order, ok: true })
    await expect(backup).resolves.toBeUndefined()
  })

  it('fails when the server ends first', async () => {
    last().message(READY)
    const backup = expect(server.backUp()).rejects.toThrow(/ended/)
    last().exit(1)
    await backup
  })

  it('fails at once when the server doesn’t run', async () => {
    await expect(server.backUp()).rejects.toThrow(/does not run/)
    expect(last().sent).toEqual([])
  })
})
