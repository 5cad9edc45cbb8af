import type { Implementation } from '../implement.ts'
import { allocationCreateAction } from './allocation-create.ts'
import { allocationHistoryAction } from './allocation-history.ts'
import { allocationListAction } from './allocation-list.ts'
import { allocationUpdateAction } from './allocation-update.ts'
import { ledgerAccountsAction } from './ledger-accounts.ts'
import { ledgerCorrectAction } from './ledger-correct.ts'
import { ledgerCreditSetAction } from './ledger-credit-set.ts'
import { ledgerListAction } from './ledger-list.ts'
import { ledgerPayoutAction } from './ledger-payout.ts'
import { ledgerStatementAction } from './ledger-statement.ts'
import { ledgerTopUpAction } from './ledger-topup.ts'
import { ledgerVerifyAction } from './ledger-verify.ts'
import { saleListAction } from './sale-list.ts'
import { saleRefundAction } from './sale-refund.ts'
import { saleTakeAction } from './sale-take.ts'
import { saleUpdateAction } from './sale-update.ts'

/** Agents' stock, what they sell of it, and their accounts. */
export const SALES_ACTIONS: readonly Implementation[] = [
  allocationCreateAction,
  allocationHistoryAction,
  allocationListAction,
  allocationUpdateAction,
  ledgerAccountsAction,
  ledgerCorrectAction,
  ledgerCreditSetAction,
  ledgerListAction,
  ledgerPayoutAction,
  ledgerStatementAction,
  ledgerTopUpAction,
  ledgerVerifyAction,
  saleListAction,
  saleRefundAction,
  saleTakeAction,
  saleUpdateAction,
]
