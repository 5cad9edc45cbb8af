import { startCluster } from './cluster.ts'

/** The socket of the PostgreSQL server of a test run. */
export const SOCKET = 'PULSEKEY_TEST_POSTGRES'

/** @throws Error where no PostgreSQL server runs for the tests */
export function socketOfRun(): string {
  const socket = process.env[SOCKET]
  if (socket === undefined) throw new Error(`no PostgreSQL runs: ${SOCKET} is not set`)
  return socket
}

/** One PostgreSQL server for all test files of a run. A server that runs already is used as it is. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SOCKET] !== undefined) return undefined
  const cluster = await startCluster()
  process.env[SOCKET] = cluster.socket
  return () => cluster.stop()
}
