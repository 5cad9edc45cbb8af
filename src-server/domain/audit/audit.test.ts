import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainHash, FIRST_HASH } from './chain.ts'
import { changesBetween, withoutSecrets } from './changes.ts'
import type { AuditEntry } from './entry.ts'

const entry: AuditEntry = {
  at: 1_700_000_000,
  personId: 1,
  personName: 'owner',
  role: 'owner',
  ip: '127.0.0.1',
  action: 'app_update',
  subjectKind: 'application',
  subjectId: '10001',
  subjectLabel: 'Grid EA',
  appId: 10001,
  ownerId: 1,
  before: '',
  after: '',
}

describe('chainHash', () => {
  it('depends on every member and on the previous hash', () => {
    const hash = chainHash(FIRST_HASH, entry)
    expect(chainHash('1'.repeat(64), entry)).not.toBe(hash)
    for (const key of Object.keys(entry) as (keyof AuditEntry)[]) {
      const other = {
        ...entry,
        [key]: typeof entry[key] === 'number' ? entry[key] + 1 : `${entry[key] ?? ''}x`,
      }
      expect(chainHash(FIRST_HASH, other), key).not.toBe(hash)
    }
  })

  it('distinguishes rows whose members join to the same text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (a, b, moved) => {
        const one = chainHash(FIRST_HASH, { ...entry, before: a + moved, after: b })
        const two = chainHash(FIRST_HASH, { ...entry, before: a, after: moved + b })
        expect(one === two).toBe(a + moved === a && b === moved + b)
      }),
    )
  })
})

describe('changesBetween', () => {
  it('names every member that differs, in groups too, and no other', () => {
    const before = { name: 'a', state: 'y', mt5: { enabled: false, buyUrl: 'u' }, list: [1] }
    const after = { name: 'b', state: 'y', mt5: { enabled: true, buyUrl: 'u' }, list: [1] }
    expect(changesBetween(before, after)).toEqual({
      before: { name: 'a', mt5: { enabled: false } },
      after: { name: 'b', mt5: { enabled: true } },
    })
  })
})

describe('withoutSecrets', () => {
  it('hides secrets at any depth, and shows that a secret is empty', () => {
    const given = {
      appkey: 'k',
      mt5: { messengerAppSecret: 's', bindSecret: '' },
      rows: [{ password: 'p' }],
      name: 'n',
    }
    expect(withoutSecrets(given)).toEqual({
      appkey: '(hidden)',
      mt5: { messengerAppSecret: '(hidden)', bindSecret: '' },
      rows: [{ password: '(hidden)' }],
      name: 'n',
    })
  })
})
