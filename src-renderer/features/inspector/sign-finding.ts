import type { ApplicationRecord } from '../../../src-server/contract/records/application.ts'
import type { InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'

/** What there is to say about a signature; its sentence is `inspector.sign.<finding>`. */
export const FINDINGS = [
  'fits_received',
  'fits_sorted',
  'expects_received',
  'expects_sorted',
  'wrong',
  'changed',
  'missing',
  'cut',
] as const
export type SignFinding = (typeof FINDINGS)[number]

type Signed = Pick<InspectedCall, 'guards' | 'signature' | 'cut'>

/**
 * The server reads calls with today's settings, while the verdict is of the time they came: where the two disagree, the
 * settings have changed.
 * @param expected the application's order today; undefined while it isn't known
 * @returns undefined where nobody looked at a signature
 */
export function findSignFinding(
  { guards, signature, cut }: Signed,
  expected: ApplicationRecord['sign_order'] | undefined,
): SignFinding | undefined {
  const verdict = guards.find(({ guard }) => guard === 'signature')?.verdict
  if (signature === null || (verdict !== 'passed' && verdict !== 'refused')) return undefined
  if (signature.given.trim() === '') return 'missing'
  if (cut) return 'cut'
  const { matches } = signature
  if (verdict === 'passed') return matches === null ? 'changed' : `fits_${matches}`
  if (matches === null) return 'wrong'
  if (expected === matches || expected === 'either') return 'changed'
  return matches === 'sorted' ? 'expects_received' : 'expects_sorted'
}
