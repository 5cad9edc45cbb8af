import type { Store } from '../../../src-server/store/store.ts'
import type { TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'

/** A steward that ends is followed within this time, seconds. */
export const TAKE_OVER = 15

/** The store as the second copy reaches it: the first one may be stopped. */
export const storeOf = (server: TestServer): Store => server.twin.stores.store

export const leaseOf = (server: TestServer) => storeOf(server).read((unit) => unit.steward.find())

/** Lets time pass as a clock does, in steps in which the copies look at the lease: a steward that runs renews it. */
export async function pass(server: TestServer, seconds: number, step = 1): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    const before = (await leaseOf(server))?.beats
    server.clock.pass(step)
    await new Promise((resolve) => setTimeout(resolve, 15))
    await until(
      async () => server.processes[0]?.isStopped !== false || (await leaseOf(server))?.beats !== before,
      'the renewal of the lease',
    )
  }
}

/** The lease while another copy than the first one has it. */
export const taken = (server: TestServer) =>
  until(async () => {
    const now = await leaseOf(server)
    return now !== undefined && now.epoch > 1 && now.copy !== '' ? now : undefined
  }, 'another steward')
