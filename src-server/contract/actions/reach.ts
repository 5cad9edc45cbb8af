import { z } from 'zod'
import { defineAction } from '../action.ts'
import { reachReport } from '../records/reach.ts'

const owner = ['owner'] as const
const permission = 'platform'

export const REACH_CONTRACT = {
  /** What the last test found. With the calls from outside since. It asks nobody. */
  reach_get: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({}),
    output: reachReport,
  }),

  /**
   * Tests the way from outside. Names, router, firewall, certificate, and a call of the own public address. It changes
   * nothing. It answers within half a minute, mostly in a few seconds.
   */
  reach_test: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({}),
    output: reachReport,
  }),
}
