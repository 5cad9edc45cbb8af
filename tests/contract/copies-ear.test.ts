import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StandbyError } from '../../src-server/store/postgres/failures.ts'
import { Ear } from '../../src-server/store/postgres/link/ear.ts'
import { socketFile } from '../support/postgres/cluster.ts'
import { socketOfRun } from '../support/postgres/global-setup.ts'
import { QUIET_LOG } from '../support/storage-watch.ts'
import { until } from '../support/until.ts'
import { CopiesWorld } from './copies-world.ts'

let world: CopiesWorld
let road: Road
beforeEach(async () => {
  world = await CopiesWorld.open()
  road = new Road()
})
afterEach(async () => {
  road.end()
  await world.close()
})

/** A way to the database that can go dead without a sign: nothing passes any more, and nobody ends a connection. */
class Road {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #dead = new Set<Socket>()
  readonly #names = new Map<Socket, string>()

  constructor() {
    const target = socketFile(socketOfRun())
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      const database = connect(target)
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => undefined)
        from.on('data', (bytes) => {
          // The first message of a client has its name.
          if (!this.#names.has(client)) this.#names.set(client, bytes.toString('latin1'))
          this.#names.set(database, this.#names.get(client) ?? '')
          if (!this.#dead.has(from)) to.write(bytes)
        })
      }
    })
  }

  async open(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Kills the present connections whose application has this in its name. */
  kill(application = ''): void {
    for (const socket of this.#sockets)
      if (this.#names.get(socket)?.includes(application) === true) this.#dead.add(socket)
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

function listen(port: number) {
  let missed = 0
  const ear = new Ear({
    place: { url: `postgres://pulsekey@127.0.0.1:${port}/${world.database}` },
    channels: ['pulsekey_changes'],
    hear: () => undefined,
    missed: () => missed++,
    log: QUIET_LOG,
  })
  return { ear, missed: () => missed }
}

it('an ear whose network died is given up, and hears again on a new connection', async () => {
  const { ear, missed } = listen(await road.open())
  await ear.tried
  road.kill()
  ear.renew()
  await until(() => missed() > 0, 'the new connection')
  await ear.close()
})

it('an ear on a dead network holds up no stop', async () => {
  const { ear } = listen(await road.open())
  await ear.tried
  road.kill()
  const begun = performance.now()
  await ear.close()
  expect(performance.now() - begun).toBeLessThan(3000)
})

it('what was told before the first attempt that succeeds may be lost', async () => {
  const closed = new Road()
  const port = await closed.open()
  closed.end()
  const { ear, missed } = listen(port)
  await ear.tried
  expect(missed()).toBe(0)
  await road.open(port)
  await until(() => missed() === 1, 'the first connection')
  await ear.close()
})

it('a copy that joins hears what others answer to its first heartbeat', async () => {
  const other = await world.client()
  other.on('notification', () => void other.query(`SELECT pg_notify('pulsekey_bus', 'bb answer')`))
  await other.query('LISTEN pulsekey_copies')
  const heard: string[] = []
  const link = await world.link('aa')
  link.open({
    ...{ changed: () => 0, alive: () => 0, missed: () => 0 },
    packet: (_, text) => heard.push(text),
  })
  await link.beat({ lagMs: 0, clockMs: 0 })
  await until(() => heard.length > 0, 'the answer')
  expect(heard).toEqual(['answer'])
  await link.close()
})

it('a copy follows no standby, which may lag', async () => {
  const client = await world.client()
  // The function of the test hides that of PostgreSQL.
  await client.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog',
    current_database()); END $$;
    CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`)
  await expect(world.link('aa')).rejects.toThrow(StandbyError)
})

it('a copy whose ear is dead without a sign follows by its own looks, and hears again on a new ear', async () => {
  const url = `postgres://pulsekey@127.0.0.1:${await road.open()}/${world.database}`
  const a = await world.join('aa')
  const b = await world.join('bb', undefined, QUIET_LOG, url)
  const heard: unknown[] = []
  b.copy.feed.subscribe((changes) => {
    heard.push(...changes.map(({ key }) => key))
    return undefined
  })
  let missed = 0
  b.copy.bus.onMissed(() => missed++)
  await until(() => a.copy.bus.hasOthers && b.copy.bus.hasOthers, 'both know each other')
  road.kill('pulsekey listen')
  const writer = await world.client()
  await writer.query(`INSERT INTO changes (kind, key, copy) VALUES ('device', '7', 'aa')`)
  a.copy.feed.publish([{ kind: 'device', key: 7 }])
  await until(() => heard.includes(7), 'the change')
  expect(missed).toBe(0)
  await until(() => missed > 0, 'the new ear')
})
