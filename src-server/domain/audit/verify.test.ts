import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainHash, FIRST_HASH } from './chain.ts'
import type { AuditRow } from './entry.ts'
import { breakAtEnd, CHAIN_START, followChain } from './verify.ts'

function chainOf(labels: readonly string[]): AuditRow[] {
  let previous = FIRST_HASH
  return labels.map((label, index) => {
    const entry = {
      at: 1_700_000_000 + index,
      personId: 1,
      personName: 'owner',
      role: 'owner' as const,
      ip: '',
      action: 'app_update',
      subjectKind: 'application',
      subjectId: '10001',
      subjectLabel: label,
      appId: null,
      ownerId: null,
      before: '',
      after: '',
    }
    previous = chainHash(previous, entry)
    return { id: index + 1, ...entry, hash: previous }
  })
}
const headOf = (rows: readonly AuditRow[]) => rows.at(-1)
const chains = fc.array(fc.string(), { minLength: 1, maxLength: 12 }).map(chainOf)

describe('followChain', () => {
  it('accepts any chain, in pieces of any size', () => {
    fc.assert(
      fc.property(chains, fc.nat(12), (rows, cut) => {
        const first = followChain(CHAIN_START, rows.slice(0, cut))
        expect(first).not.toHaveProperty('broken')
        const end = followChain(first.place, rows.slice(cut))
        expect(end).toEqual({ place: { hash: headOf(rows)!.hash, id: rows.length, rows: rows.length } })
      }),
    )
  })

  it('finds a changed row, and the row after a removed one', () => {
    fc.assert(
      fc.property(chains, fc.nat(11), (rows, at) => {
        fc.pre(at < rows.length)
        const changed = rows.with(at, { ...rows[at]!, subjectLabel: `${rows[at]!.subjectLabel}x` })
        expect(followChain(CHAIN_START, changed)).toMatchObject({
          place: { rows: at },
          broken: { brokenAt: at + 1, reason: 'changed' },
        })
        fc.pre(at < rows.length - 1)
        const without = rows.toSpliced(at, 1)
        expect(followChain(CHAIN_START, without).broken).toEqual({ brokenAt: at + 2, reason: 'changed' })
      }),
    )
  })
})

describe('breakAtEnd', () => {
  const rows = chainOf(['a', 'b', 'c'])
  const endOf = (kept: readonly AuditRow[]) => followChain(CHAIN_START, kept).place

  it('finds no break when the end is the recorded one, nor in an empty log', () => {
    expect(breakAtEnd(endOf(rows), headOf(rows))).toBeUndefined()
    expect(breakAtEnd(CHAIN_START, undefined)).toBeUndefined()
  })

  it('names the first missing row', () => {
    expect(breakAtEnd(endOf(rows.slice(0, 1)), headOf(rows))).toEqual({ brokenAt: 2, reason: 'cut' })
    expect(breakAtEnd(CHAIN_START, headOf(rows))).toEqual({ brokenAt: 1, reason: 'cut' })
  })

  it('finds rows appended without updating the record, and a missing record', () => {
    expect(breakAtEnd(endOf(rows), headOf(rows.slice(0, 2)))).toEqual({ brokenAt: 3, reason: 'changed' })
    expect(breakAtEnd(endOf(rows), undefined)).toEqual({ brokenAt: 3, reason: 'changed' })
  })
})
