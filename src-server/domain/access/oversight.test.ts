import { describe, expect, it } from 'vitest'
import { oversees, oversightOf } from './oversight.ts'
import type { Actor } from './scope.ts'

const actor = (role: Actor['role'], operatorId: number, personId = operatorId): Actor => ({
  operatorId,
  personId,
  name: 'x',
  role,
  permissions: [],
  ip: '',
})
const ownerHimself = { id: 1, employerId: null }
const ownersStaff = { id: 2, employerId: 1 }
const developer = { id: 3, employerId: null }
const developersStaff = { id: 4, employerId: 3 }
const everybody = [ownerHimself, ownersStaff, developer, developersStaff]
const seenBy = (who: Actor) => everybody.filter((one) => oversees(oversightOf(who), one))

describe('oversight', () => {
  it('the owner oversees everybody, an employer themselves and their staff', () => {
    expect(seenBy(actor('owner', 1))).toEqual(everybody)
    expect(seenBy(actor('developer', 3))).toEqual([developer, developersStaff])
  })

  it('staff oversee only themselves, the owner’s staff too', () => {
    expect(seenBy(actor('owner', 1, 2))).toEqual([ownersStaff])
    expect(seenBy(actor('developer', 3, 4))).toEqual([developersStaff])
  })
})
