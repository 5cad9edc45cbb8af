import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAccounts, createApp, type BenchApp } from '../fixture.ts'
import { measureAll, ratioIn, throughput, type Result } from '../measure.ts'
import { describeResults } from '../report/table.ts'
import { atLeast, atMost, type Goal } from '../report/goals.ts'
import { auditedActs } from '../postgres/audited-acts.ts'
import { databaseMicros } from '../postgres/database-time.ts'
import { createDatabase, startBenchCluster } from '../postgres/database.ts'
import { signIn, type ConsoleSession } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { ACCOUNTS, kmlogonSubject, mt5Subject, type Subject } from '../subjects.ts'
import { measureLatestRate, type LatestRate } from '../postgres/latest-rate.ts'
import { verifyDeductions } from './deductions.ts'
import type { Part, PartContext } from './part.ts'

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

function goalsOf(results: readonly Result[], acts: number, latest: LatestRate): Goal[] {
  const share = (name: string, bound: number) => {
    const measured = ratioIn(results, `${name} PostgreSQL`, `${name} SQLite`, throughput)
    return atLeast(`${name}, PostgreSQL / SQLite, calls/s`, measured, bound)
  }
  return [
    share('mt5pulse', 0.8),
    share('kmlogon plain', 0.35),
    share('kmlogon signed', 0.35),
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
  const cluster = await startBenchCluster(disk)
  const measured: Measured[] = []
  try {
    const url = await createDatabase(cluster, 'bench')
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
    const acts = await auditedActs(await createDatabase(cluster, 'acts'), pace.measureMs)
    const latest = await measureLatestRate(await createDatabase(cluster, 'latest'))
    print(
      `\nlatest pulses: ${latest.rowsPerSecond.toFixed(0)} rows/s, ${latest.threadMicros.toFixed(1)} us of the thread and ` +
        `${latest.databaseMicros.toFixed(1)} of the database a row, ${latest.logBytes.toFixed(0)} bytes of log, ` +
        `${(latest.hot * 100).toFixed(0)} % of updates without an index`,
    )
    return { results, goals: goalsOf(results, acts, latest) }
  } finally {
    for (const { server } of measured) await server.stop()
    await cluster.stop()
  }
}

export const postgresPart: Part = { name: 'postgres', run }
