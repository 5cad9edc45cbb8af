/** The figures of a pulse that older programs do not send. */
export const NO_MORE_FIGURES = {
  leverage: NaN,
  dayProfit: NaN,
  pendingOrders: NaN,
  program: undefined,
} as const
