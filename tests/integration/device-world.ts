import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { auditRows } from './audit-rows.ts'
import { addOperator } from './operators.ts'

const DAY = 86_400

interface Started {
  readonly server: TestServer
  /** An application of the owner. */
  readonly app: number
  /** The number of the person called `agent`. */
  readonly agent: number
}

/** A server for scenarios on trading accounts, with a developer called `stranger`, and short helpers. */
export function deviceWorld() {
  let started: Started | undefined
  let made = 0
  const here = (): Started => {
    if (started === undefined) throw new Error('the server is not started yet')
    return started
  }
  const now = () => here().server.clock.now()
  return {
    start: async (): Promise<Started> => {
      const server = await TestServer.start()
      const app = await server.application()
      const agent = await addOperator(server, 'agent', 'agent')
      await addOperator(server, 'stranger', 'developer')
      started = { server, app, agent }
      return started
    },
    now,
    /** A new account on each call, authorized for a day. */
    device: (fields: Partial<ActionInput<'device_create'>> = {}) => {
      const { server, app } = here()
      return server.act('device_create', { app, account_key: `${++made}@Bulk`, vip: now() + DAY, ...fields })
    },
    read: (id: number) => here().server.act('device_get', { id }),
    /** A call as the owner, with the whole reply. */
    attempt: async (name: string, input: unknown) => (await here().server.owner()).try(name, input),
    logOn: (key: string, at = here().app) => here().server.api('mt5logon', at, { account_key: key }),
    /** The audit rows of one account. */
    ofSubject: async (action: string, id: number) =>
      (await auditRows(here().server, action)).filter((row) => row.subjectId === `${id}`),
  }
}
