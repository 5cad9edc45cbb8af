/** What is done to an agent's account: `ledger_<act>`. */
export type MoneyAct = 'topup' | 'payout' | 'correct'
