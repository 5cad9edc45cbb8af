import { once } from 'node:events'
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { FaultyDisk } from '../../faults/disk/faulty-disk.ts'
import { createAccounts, createApp, type BenchApp } from '../fixture.ts'
import type { Measured } from '../load/protocol.ts'
import type { Goal } from '../report/goals.ts'
import { median } from '../report/statistics.ts'
import { signIn, type ConsoleSession } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { mt5Subject, sampleOf } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const ACCOUNTS = 1000
const CODES = 20_000
const CODES_A_CALL = 5000
const CONNECTIONS = 8
/** Expensive to parse. Made once: the bench shares its cores with the server. */
const BIG_BODY = Buffer.from(`{"name":${'['.repeat(16 * 1024 * 1024 - 1024)}`)
/** The pause between two of them, so that one is under way at a time. */
const BIG_BODY_PAUSE_MS = 200
/** As many as one address may hold. */
const SILENT = 50
const PIPELINED = 500
/** The pulses' p99 beside a fault, compared with the p99 without it. */
const MOST_RATIO = 2

interface World {
  readonly server: StartedServer
  readonly session: ConsoleSession
  readonly app: BenchApp
  readonly disk: FaultyDisk
}

/** A disturbance of the server while it answers pulses. @returns ends it */
type Disturbance = (world: World) => () => Promise<void>

/** Repeats work until it is ended, with a pause after each. A refused call is part of the disturbance. */
function repeat(work: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  const ended = new AbortController()
  const done = (async () => {
    while (!ended.signal.aborted) {
      await work().catch(() => undefined)
      await delay(pauseMs)
    }
  })()
  return async () => {
    ended.abort()
    await done
  }
}

/** Posts a body that is expensive to parse, as any page or program can. */
async function postBigBody({ server }: World): Promise<void> {
  const sent = request(new URL('/ajax.php?act=login', server.console), { method: 'POST' })
  sent.on('error', () => undefined)
  sent.setHeader('Content-Type', 'application/json')
  sent.setHeader('Origin', server.console.origin)
  sent.end(BIG_BODY)
  await Promise.race([once(sent, 'response'), once(sent, 'close')])
  sent.destroy()
}

function walkCodes({ session, app }: World): () => Promise<unknown> {
  let after: string | undefined
  return async () => {
    const query = { after, size: 200, filter: { app: app.app } }
    after = (await session.call('code_list', query).catch(() => undefined))?.next ?? undefined
  }
}

function holdLock({ disk, session }: World): () => Promise<void> {
  const db = new Database(join(disk.folder, 'pulsekey.db'))
  db.exec('BEGIN IMMEDIATE')
  const stop = repeat(() => session.call('announcement_list', {}), 200)
  return async () => {
    db.exec('ROLLBACK')
    db.close()
    await stop()
  }
}

/** Connections that ask and ask, and never read an answer. */
function askWithoutReading({ server, app }: World): () => Promise<void> {
  const call = `GET /api.php?api=notice&app=${app.app} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED)
  const sockets: Socket[] = []
  for (let at = 0; at < SILENT; at += 1) {
    const socket = connect(Number(server.public.port), server.public.hostname)
    socket.on('error', () => undefined).pause()
    socket.write(call)
    sockets.push(socket)
  }
  return () => {
    for (const socket of sockets) socket.destroy()
    return Promise.resolve()
  }
}

const DISTURBANCES: readonly (readonly [name: string, disturb: Disturbance])[] = [
  ['16 MB bodies', (world) => repeat(() => postBigBody(world), BIG_BODY_PAUSE_MS)],
  ['50 connections that do not read', askWithoutReading],
  ["another program's lock", holdLock],
  [
    'one EIO',
    (world) => {
      world.disk.fail({ of: 'reads', error: 'EIO', times: 1 })
      const stop = repeat(walkCodes(world), 100)
      return async () => {
        await stop()
        world.disk.heal()
      }
    },
  ],
  ['a damaged page', (world) => repeat(walkCodes(world), 100)],
]

async function setUp(): Promise<World> {
  const disk = FaultyDisk.make()
  const server = await startServer(disk.folder, { env: disk.env })
  const session = await signIn(server.console)
  const app = await createApp(session, 'plain')
  await createAccounts(session, app.app, ACCOUNTS)
  for (let made = 0; made < CODES; made += CODES_A_CALL)
    await session.call('code_generate', {
      app: app.app,
      type: 'time',
      unit: 'day',
      amount: 30,
      count: CODES_A_CALL,
    })
  return { server, session, app, disk }
}

/** Damages a page in the middle of the database, where the codes are, and starts the server again. */
async function damage(world: World): Promise<World> {
  world.session.close()
  await world.server.stop()
  const path = join(world.disk.folder, 'pulsekey.db')
  const file = openSync(path, 'r+')
  const header = Buffer.alloc(2)
  readSync(file, header, 0, 2, 16)
  const page = header.readUInt16BE()
  const at = Math.floor(statSync(path).size / page / 2) * page
  writeSync(file, Buffer.alloc(page, 0xa5), 0, page, at)
  closeSync(file)
  const server = await startServer(world.disk.folder, { env: world.disk.env })
  return { ...world, server, session: await signIn(server.console) }
}

async function run({ load, pace, progress, print }: PartContext) {
  let world = await setUp()
  const goals: Goal[] = []
  const measure = (seed: number): Promise<Measured> => {
    const { warmUpMs, measureMs } = pace
    const subject = mt5Subject('mt5pulse', world.server, world.app.app, { accounts: ACCOUNTS })
    return load.measure({
      ...sampleOf(subject, seed),
      connections: CONNECTIONS,
      keepAlive: true,
      warmUpMs,
      measureMs,
    })
  }
  try {
    await measure(1)
    for (const [name, disturb] of DISTURBANCES) {
      if (name === 'a damaged page') world = await damage(world)
      const ratios: number[] = []
      for (let round = 0; round < pace.samples; round += 1) {
        progress(`pulses beside ${name}, round ${round + 1}/${pace.samples}`)
        const alone = await measure(10 + round)
        const stop = disturb(world)
        let beside: Measured
        try {
          beside = await measure(10 + round)
        } finally {
          await stop()
        }
        ratios.push(beside.p99Ms / alone.p99Ms)
        print(`${name}: p99 ${alone.p99Ms.toFixed(2)} ms alone, ${beside.p99Ms.toFixed(2)} ms beside`)
      }
      const text = `p99 of mt5pulse beside ${name}`
      goals.push({ text, measured: median(ratios), bound: MOST_RATIO, kind: 'at most' })
    }
    return { results: [], goals }
  } finally {
    world.session.close()
    await world.server.kill()
    world.disk.remove()
  }
}

export const calmPart: Part = { name: 'calm', run }
