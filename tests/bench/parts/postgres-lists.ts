import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startCluster, urlOf } from '../../support/postgres/cluster.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { fillPostgres } from '../lists/fill-postgres.ts'
import { AGENT, DEVELOPER, type Filled } from '../lists/fill-store.ts'
import {
  askPages,
  costOf,
  describePage,
  findMiddles,
  slowestOf,
  type Middles,
  type PageCost,
} from '../lists/pages.ts'
import { otherQuestions, partsOf } from '../lists/questions.ts'
import { secondsOf } from '../postgres/database-time.ts'
import { atMost } from '../report/goals.ts'
import { signIn } from '../server/console-session.ts'
import { readProcessorTime } from '../server/processor-time.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import type { Part, PartContext } from './part.ts'

const CODES = 1_000_000
/** Workers of a parallel query end with it, and nobody could read their processor time then. */
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '4GB', max_parallel_workers_per_gather: '0' }

/** Asks each page of each list as the owner, as a developer and as an agent. */
async function askAll(
  server: StartedServer,
  data: string,
  filled: Filled,
  middles: Middles,
  progress: (text: string) => void,
): Promise<PageCost[]> {
  const costs: PageCost[] = []
  const processorMs = () => {
    const ofServer = readProcessorTime(server.pid)?.loop ?? NaN
    return [...secondsOf(data).values()].reduce((sum, seconds) => sum + seconds, ofServer) * 1000
  }
  for (const who of ['owner', DEVELOPER, AGENT]) {
    const session = await signIn(server.console, who)
    for (const part of partsOf(filled, who === AGENT)) {
      costs.push(...(await askPages(session, who, part, middles, processorMs)))
      progress(`${costs.length} pages, the last of ${part.action} ${part.name} as ${who}`)
    }
    for (const question of otherQuestions(who === AGENT))
      costs.push({
        name: question.name,
        page: who,
        ...(await costOf(() => question.ask(session), processorMs)),
      })
    session.close()
  }
  return costs
}

/** Each list in each order at a million codes in 1,000 applications on PostgreSQL, over HTTP, by one caller. */
async function run({ progress, print, makeDataDir }: PartContext) {
  const disk = makeDataDir()
  // PostgreSQL has a user of its own, which may pass the bench's folder.
  chmodSync(dirname(disk), 0o711)
  const cluster = await startCluster(SETTINGS, disk)
  try {
    await withClient(urlOf(cluster.socket, 'postgres'), (admin) => admin.query('CREATE DATABASE lists'))
    const url = urlOf(cluster.socket, 'lists')
    const folder = join(makeDataDir(), 'data')
    mkdirSync(folder)
    const env = { PULSEKEY_STORE: url }
    const first = await startServer(folder, { env })
    const session = await signIn(first.console)
    await session.call('app_create', { name: 'bench' })
    session.close()
    await first.stop()
    const filled = await withClient(url, (client) => fillPostgres(client, url, CODES, progress))
    const middles = await withClient(url, findMiddles)
    const server = await startServer(folder, { env })
    try {
      const costs = await askAll(server, join(disk, 'data'), filled, middles, progress)
      const slowest = slowestOf(costs)
      print(
        `\nLists at ${CODES} codes on PostgreSQL, ${costs.length} pages. The slowest page of each list, filter and order: ms of the processors, ms by the clock`,
      )
      for (const cost of slowest) print(describePage(cost))
      return {
        results: [],
        goals: [
          atMost('the slowest list on PostgreSQL, ms of the processors', slowest[0]?.processorMs ?? NaN, 100),
        ],
      }
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

export const postgresListsPart: Part = { name: 'postgres-lists', run }
