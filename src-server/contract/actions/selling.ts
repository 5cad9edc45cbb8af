import {
  agentRightsList,
  agentRightsSet,
  allocationCreate,
  allocationHistory,
  allocationList,
  allocationUpdate,
} from './allocations.ts'
import {
  ledgerAccounts,
  ledgerCorrect,
  ledgerCreditSet,
  ledgerList,
  ledgerPayout,
  ledgerStatement,
  ledgerTopUp,
  ledgerVerify,
  saleList,
  saleRefund,
  saleTake,
  saleUpdate,
} from './sales.ts'
import { agentHome, agentMoveCustomers } from './agent-desk.ts'

/** Agents' business: what they are given, sell and owe, and whose customers are whose. */
export const SELLING = [
  allocationList,
  allocationCreate,
  allocationUpdate,
  allocationHistory,
  agentRightsList,
  agentRightsSet,
  saleTake,
  saleList,
  saleUpdate,
  saleRefund,
  ledgerAccounts,
  ledgerList,
  ledgerTopUp,
  ledgerPayout,
  ledgerCorrect,
  ledgerCreditSet,
  ledgerStatement,
  ledgerVerify,
  agentHome,
  agentMoveCustomers,
] as const
