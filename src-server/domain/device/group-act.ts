import { openPositions } from '../../contract/open-positions.ts'
import type { LeftOut } from '../../contract/group-names.ts'
import type { Command } from './command.ts'

/** The part of a trading account that decides whether an act on its group reaches it. */
export interface GroupMember {
  readonly device: { readonly pauseOpen: boolean }
  readonly command: Pick<Command, 'state'> | undefined
  readonly pulse:
    | { readonly at: number; readonly positions: number; readonly buyPos: number; readonly sellPos: number }
    | undefined
}

/**
 * An account without a pulse for so long gets no close_all of a group: it would wait, and close what the
 * customer opens weeks later. Seconds.
 */
const AWAY_SECONDS = 7 * 86_400

/** The reason why a pause of a group leaves the account out. */
export function leftOutOfPause({ device }: GroupMember): LeftOut | undefined {
  return device.pauseOpen ? 'paused' : undefined
}

/** The reason why a close_all of a group leaves the account out. */
export function leftOutOfClose({ command, pulse }: GroupMember, now: number): LeftOut | undefined {
  if (command?.state === 'asked' || command?.state === 'delivered') return 'underway'
  if (pulse === undefined) return 'never'
  if (openPositions(pulse) === 0) return 'flat'
  return now - pulse.at > AWAY_SECONDS ? 'away' : undefined
}
