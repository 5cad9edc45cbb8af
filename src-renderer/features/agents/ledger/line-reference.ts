import type { LedgerLineRecord } from '../../../../src-server/contract/records/sale.ts'

/** The allocation codes of a line are from, as the server notes it; undefined for lines that aren't about codes. */
export function allocationOf({
  kind,
  reference,
}: Pick<LedgerLineRecord, 'kind' | 'reference'>): number | undefined {
  if (kind !== 'purchase' && kind !== 'refund') return undefined
  const [, id] = /^allocation (\d+)$/.exec(reference) ?? []
  return id === undefined ? undefined : Number(id)
}
