import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startCluster, urlOf } from '../../support/postgres/cluster.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { fillPostgres } from '../lists/fill-postgres.ts'
import { atMost } from '../report/goals.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { askAll, describeAnswers } from './lists.ts'
import type { Part, PartContext } from './part.ts'

const CODES = 1_000_000
/** From the sixth use on, the database would plan a named statement without its values. */
const USES = 10
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '4GB' }

/** Every list at a million codes in 1,000 applications on PostgreSQL, over HTTP, by one caller. */
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
    const filled = await withClient(url, (client) => fillPostgres(client, CODES, progress))
    const server = await startServer(folder, { env })
    try {
      const answers = await askAll(server, filled, USES)
      const slowest = answers.toSorted((a, b) => b.wallMs - a.wallMs)
      print(
        `\nLists at ${CODES} codes on PostgreSQL, the slowest 40 of ${answers.length}: ms, ms of the loop`,
      )
      for (const answer of slowest.slice(0, 40)) print(describeAnswers(answer))
      return {
        results: [],
        goals: [atMost('the slowest list on PostgreSQL, ms', slowest[0]?.wallMs ?? NaN, 100)],
      }
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

export const postgresListsPart: Part = { name: 'postgres-lists', run }
