import type { Guard, InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'

/**
 * The codes that each guard answers, where one code has several causes with the cause. The sentence of each is
 * `inspector.why.<guard>_<code>`. The order and the codes: docs/protocol.md 2.
 */
const CODES: Readonly<Record<Guard, readonly (number | string)[]>> = {
  limits: [401],
  application: [100, 101],
  state: [102],
  keys: [171],
  endpoint: ['400_missing', 400],
  method: [141],
  capability: [170, 171, 172, 173],
  decryption: [107, 401],
  signature: [104, 106],
  time: ['105_late', '105_early', '105_unreadable', 108],
  replay: [106],
}
export const REASONS: readonly string[] = Object.entries(CODES).flatMap(([guard, codes]) =>
  codes.map((code) => `${guard}_${code}`),
)

type Refused = Pick<InspectedCall, 'api' | 'guards' | 'refused' | 'skew'>

export function findRefusingGuard({ guards }: Pick<InspectedCall, 'guards'>): Guard | undefined {
  return guards.find(({ verdict }) => verdict === 'refused')?.guard
}

/** @returns undefined for a refusal there is no sentence for */
export function findReason(call: Refused): string | undefined {
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
