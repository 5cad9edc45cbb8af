import type { Firing, RiskEvent } from '../../src-server/domain/risk/risk-event.ts'

/** A drawdown of an account, with other members where they are given. */
export function riskEvent(given: Partial<RiskEvent> & Pick<RiskEvent, 'deviceId' | 'at'>): RiskEvent {
  return {
    ...{ kind: 'drawdown', appId: 10_001, value: null, threshold: null, outboxKey: null, firing: null },
    tell: '',
    ...given,
  }
}

export function firing(key: string, ruleId: number, given: Partial<Firing> = {}): Firing {
  return { key, ruleId, level: 0, act: 'tell', commandId: null, undoneAt: null, undoneBy: '', ...given }
}
