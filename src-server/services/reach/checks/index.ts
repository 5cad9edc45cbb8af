import {
  REACH_CHECKS,
  REACH_FACTS,
  type ReachCheckName,
  type ReachState,
} from '../../../contract/reach-names.ts'
import type { ReachFinding } from '../../../contract/records/reach.ts'
import type { Check, Probes } from '../probes.ts'
import { address } from './address.ts'
import { carrier } from './carrier.ts'
import { certificate } from './certificate.ts'
import { dynamicDns } from './dynamic-dns.ts'
import { firewall } from './firewall.ts'
import { lan } from './lan.ts'
import { listener } from './listener.ts'
import { name } from './name.ts'
import { outsideCall } from './outside-call.ts'
import { ownCall } from './own-call.ts'
import { router } from './router.ts'

const CHECKS = {
  address,
  name,
  dynamic_dns: dynamicDns,
  carrier,
  router,
  lan,
  firewall,
  listener,
  certificate,
  own_call: ownCall,
  outside_call: outsideCall,
} satisfies { readonly [C in ReachCheckName]: Check<C> }

/** All findings, in the order of the way. */
export function judgeAll(probes: Probes): ReachFinding[] {
  return REACH_CHECKS.map((check) => {
    const { fact, values = {}, command = '' } = CHECKS[check](probes)
    const states: Readonly<Record<string, ReachState>> = REACH_FACTS[check]
    return { check, fact, state: states[fact] ?? 'unknown', values: { ...values }, command }
  })
}
