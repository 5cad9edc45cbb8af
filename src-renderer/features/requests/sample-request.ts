import type { RequestRecord } from '../../../src-server/contract/records/request.ts'

const ACCOUNT = { label: '', license: '', telemetry: null, vip: null, state: null, created_at: null }

/** For tests: an open unbind that the application's rules allow and that takes nothing. */
export function sampleUnbind(given: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: 1,
    number: 'AAAA-BBBB-CCCC',
    kind: 'unbind',
    state: 'pending',
    app: 10001,
    app_name: 'Gold Grid',
    agent: null,
    agent_name: '',
    subject: 'CODE',
    new_key: '',
    old_machine: '',
    freed_machine: '',
    contact: 'anna',
    reason: 'New computer',
    description: '',
    ip: '192.0.2.1',
    created_at: 1000,
    expires_at: 9000,
    due_at: 5000,
    ended_at: null,
    decided_by: null,
    decided_by_name: '',
    answer: '',
    waived: false,
    taken_seconds: 0,
    taken_uses: 0,
    reversed_at: null,
    reversed_by_name: '',
    reversible_until: null,
    images: [],
    risk: { score: 0, level: 'low', reasons: [] },
    policy: { outcome: 'unbound', next_allowed_at: null, unbinds: 0, max: 3, cost_seconds: 0, cost_uses: 0 },
    code: {
      id: 7,
      kami: 'CODE',
      type: 'time',
      state: 'in_use',
      markcode: 'PC-1',
      ip: '192.0.2.1',
      use_time: 500,
      end_time: 90_000,
      left: null,
      created_at: 400,
    },
    old_account: null,
    new_account: null,
    addresses: [],
    earlier: [],
    ...given,
  }
}

/** For tests: a move between accounts of which only those with a number are here. */
export function sampleRebind(from: number | null, to: number | null): RequestRecord {
  return sampleUnbind({
    kind: 'rebind',
    code: null,
    policy: null,
    old_account: { ...ACCOUNT, id: from, account_key: '1@Broker' },
    new_account: { ...ACCOUNT, id: to, account_key: '2@Broker' },
  })
}
