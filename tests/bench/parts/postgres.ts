import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startCluster, urlOf } from '../../support/postgres/cluster.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { createAccounts, createApp, type BenchApp } from '../fixture.ts'
import { measureAll, ratioIn, throughput, type Result } from '../measure.ts'
import { describeResults } from '../report/table.ts'
import { atLeast, atMost, type Goal } from '../report/goals.ts'
import { auditedActs } from '../postgres/audited-acts.ts'
import { databaseMicros } from '../postgres/database-time.ts'
import { measureHeldCopies, type HeldCopies } from '../postgres/held-copies.ts'
import { signIn, type ConsoleSession } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { ACCOUNTS, kmlogonSubject, mt5Subject, type Subject } from '../subjects.ts'
import { measureLatestRate, type LatestRate } from '../postgres/latest-rate.ts'
import { verifyDeductions } from './deductions.ts'
import type { Part, PartContext } from './part.ts'

/** A database that keeps what it confirms through a power cut, as people run it. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
}
const CONNECTIONS = { connections: 64, keepAlive: true }
const ENGINES = ['SQLite', 'PostgreSQL'] as const
const ACTS_A_SECOND = 400
const LATEST_A_SECOND = 50_000

interface Measured {
  readonly server: StartedServer
  readonly session: ConsoleSession
  readonly apps: readonly BenchApp[]
  readonly subjects: readonly Subject[]
}

async function prepare(engine: string, folder: string, env: Record<string, string>): Promise<Measured> {
  const server = await startServer(folder, { env })
  const session = await signIn(server.console)
  const apps = [await createApp(session, 'plain'), await createApp(session, 'signed')]
  const app = apps[0]?.app ?? 0
  await createAccounts(session, app, ACCOUNTS)
  const subjects = [
    mt5Subject('mt5pulse', server, app, { name: `mt5pulse ${engine}` }),
    ...apps.map((one) => kmlogonSubject(server, one, 'POST', `kmlogon ${one.guard} ${engine}`)),
  ]
  return { server, session, apps, subjects }
}

async function createDatabase(socket: string, name: string): Promise<string> {
  await withClient(urlOf(socket, 'postgres'), (admin) => admin.query(`CREATE DATABASE ${name}`))
  return urlOf(socket, name)
}

function goalsOf(results: readonly Result[], acts: number, held: HeldCopies, latest: LatestRate): Goal[] {
  const share = (name: string, bound: number) => {
    const measured = ratioIn(results, `${name} PostgreSQL`, `${name} SQLite`, throughput)
    return atLeast(`${name}, PostgreSQL / SQLite, calls/s`, measured, bound)
  }
  return [
    share('mt5pulse', 0.8),
    share('kmlogon plain', 0.35),
    share('kmlogon signed', 0.35),
    atLeast('mt5pulse of 2 copies at 0.2 core / of one', held.two, 1.8),
    atLeast('mt5pulse of 4 copies at 0.2 core / of one', held.four, 3.4),
    atLeast('audited acts of two copies at once, a second', acts, ACTS_A_SECOND),
    atLeast('rows of latest pulses, a second', latest.rowsPerSecond, LATEST_A_SECOND),
    atMost(
      'processor time of a row of latest pulses, us',
      latest.threadMicros + latest.databaseMicros,
      1e6 / LATEST_A_SECOND,
    ),
  ]
}

/** One copy of the server on PostgreSQL beside one on SQLite, and two stores over one database. */
async function run(context: PartContext) {
  const { load, pace, makeDataDir, progress, print } = context
  const disk = makeDataDir()
  // PostgreSQL has a user of its own, which may pass the bench's folder.
  chmodSync(dirname(disk), 0o711)
  const cluster = await startCluster(SETTINGS, disk)
  const measured: Measured[] = []
  try {
    const url = await createDatabase(cluster.socket, 'bench')
    for (const engine of ENGINES) {
      const folder = join(makeDataDir(), 'data')
      mkdirSync(folder)
      measured.push(await prepare(engine, folder, engine === 'SQLite' ? {} : { PULSEKEY_STORE: url }))
    }
    const subjects = measured.flatMap((one) => one.subjects)
    // The compilers run first, so that no subject's first seconds are measured.
    const warm = await measureAll(load, subjects, CONNECTIONS, { ...pace, samples: 1 }, progress)
    const results = await measureAll(load, subjects, CONNECTIONS, pace, progress)
    print('\nPostgreSQL beside SQLite, 64 connections, keep-alive')
    print(describeResults(results, results[0], results[1]))
    for (const [at, { session, apps }] of measured.entries()) {
      const ofEngine = [...warm, ...results].filter(({ name }) => name.endsWith(ENGINES[at] ?? ''))
      await verifyDeductions(session, apps, ofEngine)
      session.close()
    }
    for (const subject of measured[1]?.subjects ?? []) {
      const micros = await databaseMicros(load, subject, CONNECTIONS, pace.measureMs, join(disk, 'data'))
      print(`${subject.name}: ${micros.toFixed(0)} us of the database's processes a call`)
    }
    const held = await measureHeldCopies(await createDatabase(cluster.socket, 'copies'), context).catch(
      (error: unknown) => {
        // A copy that hears too little of the others refuses calls: on a busy machine there is nothing to measure.
        print(`no copies at 0.2 core: ${String(error)}`)
        return { two: NaN, four: NaN }
      },
    )
    const acts = await auditedActs(await createDatabase(cluster.socket, 'acts'), pace.measureMs)
    const latest = await measureLatestRate(await createDatabase(cluster.socket, 'latest'))
    print(
      `\nlatest pulses: ${latest.rowsPerSecond.toFixed(0)} rows/s, ${latest.threadMicros.toFixed(1)} us of the thread and ` +
        `${latest.databaseMicros.toFixed(1)} of the database a row, ${latest.logBytes.toFixed(0)} bytes of log, ` +
        `${(latest.hot * 100).toFixed(0)} % of updates without an index`,
    )
    return { results, goals: goalsOf(results, acts, held, latest) }
  } finally {
    for (const { server } of measured) await server.stop()
    await cluster.stop()
  }
}

export const postgresPart: Part = { name: 'postgres', run }
