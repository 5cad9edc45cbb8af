import { knownFigure } from '../device/known-figure.ts'
import { rateOf } from '../performance/rate.ts'
import { capitalOf, type AccountResult } from './account-result.ts'
import { noSums, type FleetSums } from './fleet-group.ts'

/** The figures of a group while accounts are added: the sums of now, and of a period. */
export interface GroupFigures extends FleetSums {
  profit: number
  realised: number
  deposits: number
  withdrawals: number
  capital: number
  /** The largest drawdown of an account, percent. NaN for unknown. */
  drawdown: number
}

export function noFigures(): GroupFigures {
  return { ...noSums(), profit: 0, realised: 0, deposits: 0, withdrawals: 0, capital: 0, drawdown: NaN }
}

/** Unknown values count as nothing. */
export function addResult(figures: GroupFigures, result: AccountResult): void {
  figures.profit += result.profit || 0
  figures.realised += result.realised || 0
  figures.deposits += result.deposits || 0
  figures.withdrawals += result.withdrawals || 0
  figures.capital += capitalOf(result)
  if (!(figures.drawdown >= result.ddMax)) figures.drawdown = result.ddMax
}

/** The figures as the console has them. */
export function writtenFigures({ capital, drawdown, ...figures }: GroupFigures) {
  return {
    ...figures,
    rate: rateOf(figures.profit, capital),
    drawdown: knownFigure(drawdown),
  }
}
