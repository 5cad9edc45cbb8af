import {
  drawdownRisk,
  figuresCount,
  marginRisk,
  type AccountRisk,
  type RiskLimits,
} from '../../contract/account-risk.ts'
import { openPositions } from '../../contract/open-positions.ts'
import { deviceState, type Device } from '../device/device.ts'
import { effectiveDrawdown, type SaidDrawdown } from '../device/drawdown.ts'
import { knownFigure } from '../device/known-figure.ts'

/** The figures of the last pulse on which the risk depends. NaN for a figure that it lacks. */
export interface RiskFigures extends SaidDrawdown {
  readonly at: number
  readonly marginLevel: number
  readonly positions: number
  readonly buyPos: number
  readonly sellPos: number
}

export interface FigureRisk {
  readonly drawdown: AccountRisk
  readonly margin: AccountRisk
}

const NO_RISK: FigureRisk = { drawdown: 'none', margin: 'none' }

/** The risk of an account by its last figures, as the board shows it. */
export function riskOf(
  account: {
    readonly device: Pick<Device, 'disabled' | 'vip'>
    readonly pulse: RiskFigures | undefined
    readonly limits: RiskLimits
  },
  now: number,
): FigureRisk {
  const { device, pulse, limits } = account
  if (pulse === undefined || !figuresCount(deviceState(device, now), pulse.at, now)) return NO_RISK
  return {
    drawdown: drawdownRisk(knownFigure(effectiveDrawdown(pulse)), limits),
    margin: marginRisk(knownFigure(pulse.marginLevel), knownFigure(openPositions(pulse)), limits),
  }
}
