import { isLoopback, networkOf } from '../contract/network.ts'
import { BodyBudget, type Bodies } from '../http/body-budget.ts'

const MIB = 1024 * 1024
/** Sixteen pictures of customers and some thousand calls; three pictures of one network. */
const PUBLIC = { total: 96 * MIB, perAddress: 16 * MIB }
/** Four of the largest imports, two of them of one network. */
const CONSOLE = { total: 64 * MIB, perAddress: 32 * MIB }

/** A dozen of the largest pictures; six for one network. */
const PICTURES = { total: 64 * MIB, perAddress: 32 * MIB }

/** The limits of all bodies in memory. Loopback has no limit of its own: a proxy may connect from there. */
export function createBodies(): Bodies {
  const keyOf = (address: string) => (isLoopback(address) ? undefined : networkOf(address))
  return {
    public: new BodyBudget(PUBLIC, keyOf),
    console: new BodyBudget(CONSOLE, keyOf),
    pictures: new BodyBudget(PICTURES, keyOf),
  }
}
