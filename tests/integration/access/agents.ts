import { FOREVER, harmless, missing, type Attempts, type Target } from './attempt.ts'

let created = 0

export const agentsAttempts = ({ app, agent }: Target) => {
  return {
    agent_list: harmless({}, { search: 'own agent' }, { sort: 'name' }),
    agent_create: harmless({ name: `an agent of a foreigner ${++created}`, password: 'long enough it is' }),
    agent_update: missing({ id: agent, note: 'x' }),
    agent_ban: missing({ id: agent, reason: 'x' }),
    agent_unban: missing({ id: agent }),
    agent_rights_list: harmless({}, { agent }, { app }),
    agent_rights_set: [
      ...missing({ agent, app, rebind: true }),
      ...missing({ agent, app, pause_open: false, unbind: false }),
    ],
    // The answer has only the caller's own data: nothing of the target is in it.
    agent_home: harmless({}),
    business_overview: harmless({}),
    agent_ranking: harmless({ from: 0, to: FOREVER }),
    business_days: harmless({ from: 0, to: 1, app }, { from: 0, to: 1, agent }),
    agent_move_customers: [
      ...missing({ from: agent, to: null }),
      ...missing({ from: agent, to: null, dry_run: true }),
      ...missing({ from: agent, to: agent + 1 }),
    ],
  } satisfies Partial<Attempts>
}
