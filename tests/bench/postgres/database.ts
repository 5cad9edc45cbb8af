import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { startCluster, urlOf, type Cluster } from '../../support/postgres/cluster.ts'
import { withClient } from '../../support/postgres/with-client.ts'

/** A database that keeps what it confirms through a power cut, as people run it. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
}

/** PostgreSQL as people run it. @param disk an empty folder of the bench */
export function startBenchCluster(disk: string): Promise<Cluster> {
  // PostgreSQL has a user of its own, which may pass the bench's folder.
  chmodSync(dirname(disk), 0o711)
  return startCluster(SETTINGS, disk)
}

/** @returns the address of a new, empty database */
export async function createDatabase({ socket }: Cluster, name: string): Promise<string> {
  await withClient(urlOf(socket, 'postgres'), (admin) => admin.query(`CREATE DATABASE ${name}`))
  return urlOf(socket, name)
}
