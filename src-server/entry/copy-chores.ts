import { BEAT_MS } from '../copies/stewardship.ts'
import type { ServiceContext } from '../services/service-context.ts'
import type { CallHandling } from './call-handling.ts'
import type { Chore } from './schedule.ts'

/** The chores of one copy for the others. A server with one copy has none. */
export function copyChores(
  { copy, jobs, clock, clockTrust }: Pick<ServiceContext, 'copy' | 'jobs' | 'clock' | 'clockTrust'>,
  { signatures }: Pick<CallHandling, 'signatures'>,
): Chore[] {
  if (!copy.isShared) return []
  return [
    { name: 'clock of other copies', everyMs: BEAT_MS, run: () => clockTrust.askOthers() },
    { name: 'signs of jobs', everyMs: BEAT_MS, run: () => jobs.beat() },
    { name: 'jobs of dead copies', atSteward: true, everyMs: BEAT_MS, run: () => jobs.failDead() },
    {
      name: 'what copies told each other',
      atSteward: true,
      everyMs: 60_000,
      run: () => copy.tidy(clock.now()),
    },
    {
      name: 'shared signatures',
      atSteward: true,
      waitsForClock: true,
      everyMs: 60_000,
      run: () => signatures.forgetShared(),
    },
  ]
}
