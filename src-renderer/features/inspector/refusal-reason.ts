import type { Guard, InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'

/** Why calls are refused; the sentence of each is `inspector.why.<reason>`. The order and the codes: docs/protocol.md 2. */
export const REASONS = [
  'limits_401',
  'application_100',
  'application_101',
  'state_102',
  'endpoint_400_missing',
  'endpoint_400',
  'method_141',
  'capability_170',
  'capability_171',
  'capability_172',
  'capability_173',
  'decryption_107',
  'decryption_401',
  'signature_104',
  'signature_106',
  'time_105_late',
  'time_105_early',
  'time_105_unreadable',
  'time_108',
  'replay_106',
] as const
export type Reason = (typeof REASONS)[number]

type Refused = Pick<InspectedCall, 'api' | 'guards' | 'refused' | 'skew'>

export function findRefusingGuard({ guards }: Pick<InspectedCall, 'guards'>): Guard | undefined {
  return guards.find(({ verdict }) => verdict === 'refused')?.guard
}

/** @returns undefined for a refusal there is no sentence for */
export function findReason(call: Refused): Reason | undefined {
  const name = `${findRefusingGuard(call) ?? ''}_${call.refused ?? ''}${detail(call)}`
  return REASONS.find((reason) => reason === name)
}

/** Where one code has several causes. */
function detail({ api, refused, skew }: Refused): string {
  switch (refused) {
    case 400:
      return api === '' ? '_missing' : ''
    case 105:
      return skew === null ? '_unreadable' : skew > 0 ? '_early' : '_late'
    default:
      return ''
  }
}
