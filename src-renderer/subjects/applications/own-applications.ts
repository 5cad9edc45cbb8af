import { call } from '../../api/console-client.ts'

const MOST = 500

/** The names of an agent's applications, by number. The agent sees nothing else of them. */
export async function readOwnApplications(agent: number): Promise<Map<number, string>> {
  const [rights, sells] = await Promise.all([
    call('agent_rights_list', { agent }),
    call('allocation_list', { size: MOST, filter: { agent } }),
  ])
  const named = [...rights.rows, ...sells.rows].map(({ app, app_name: name }) => [app, name] as const)
  return new Map(named.sort(([, a], [, b]) => a.localeCompare(b)))
}
