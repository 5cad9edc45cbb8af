import type { TestServer } from './test-server.ts'
import { until } from './until.ts'

/** Makes a backup as the owner. @returns its outcome */
export async function backUp(server: TestServer): Promise<string> {
  const { job } = await server.act('backup_now', {})
  return until(async () => {
    const { rows } = await server.act('job_list', {})
    const state = rows.find(({ id }) => id === job)?.state
    return state !== 'running' && state
  }, 'the end of the backup')
}
