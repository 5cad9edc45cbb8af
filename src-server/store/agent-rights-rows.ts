import type { Rights } from '../domain/access/agent-rights.ts'
import type { GivenRights } from './repositories/agent-rights.ts'

interface RightsRow {
  readonly pauseOpen: boolean
  readonly pauseAdd: boolean
  readonly closeAll: boolean
  readonly unbind: boolean
  readonly rebind: boolean
}

interface GivenRow extends RightsRow {
  readonly agentId: number
  readonly appId: number
}

export function givenOf(row: GivenRow): GivenRights {
  return { agentId: row.agentId, appId: row.appId, rights: rightsOf(row) }
}

export function rightsOf(row: RightsRow): Rights {
  return {
    pause_open: row.pauseOpen,
    pause_add: row.pauseAdd,
    close_all: row.closeAll,
    unbind: row.unbind,
    rebind: row.rebind,
  }
}

export function columnsOf(rights: Rights): RightsRow {
  return {
    pauseOpen: rights.pause_open,
    pauseAdd: rights.pause_add,
    closeAll: rights.close_all,
    unbind: rights.unbind,
    rebind: rights.rebind,
  }
}
