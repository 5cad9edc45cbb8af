import type { Implementation } from '../implement.ts'
import { riskAcknowledgeAction } from './risk-acknowledge.ts'
import { riskCountsAction } from './risk-counts.ts'
import { riskListAction } from './risk-list.ts'

/** What is to be looked at, and that it was. */
export const RISK_ACTIONS: readonly Implementation[] = [
  riskListAction,
  riskCountsAction,
  riskAcknowledgeAction,
]
