import { describe, expect, it } from 'vitest'
import { decideActivation } from './activation.ts'

const code = { kami: 'NEW', agentId: 7 }
const device = { vip: 2000, license: 'OLD', agentId: 3 }

describe('decideActivation', () => {
  it('makes an account that is not there', () => {
    expect(decideActivation(undefined, code, 1000)).toEqual({ vip: 1000, license: 'NEW', agentId: 7 })
    expect(decideActivation(undefined, { kami: 'NEW', agentId: null }, 1000)).toEqual({
      vip: 1000,
      license: 'NEW',
      agentId: null,
    })
  })

  it.each([
    ['an earlier end', 1000, 2000],
    ['the same end', 2000, 2000],
    ['a later end', 3000, 3000],
  ])('%s: the later of both', (_, given, vip) => {
    expect(decideActivation(device, code, given)).toEqual({ vip, license: 'NEW', agentId: 7 })
  })

  it("a code without an agent leaves the account's", () => {
    expect(decideActivation(device, { kami: 'NEW', agentId: null }, 1)).toMatchObject({ agentId: 3 })
  })

  it('is nothing when all is so already', () => {
    expect(decideActivation({ vip: 2000, license: 'NEW', agentId: 7 }, code, 1500)).toBeUndefined()
    expect(
      decideActivation({ vip: 2000, license: 'NEW', agentId: 7 }, { kami: 'NEW', agentId: null }, 2000),
    ).toBeUndefined()
    expect(decideActivation({ vip: 2000, license: 'NEW', agentId: 7 }, code, 2001)).toMatchObject({
      vip: 2001,
    })
  })
})
