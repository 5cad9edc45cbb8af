import type { ServiceContext } from '../services/service-context.ts'
import { withPauses } from '../services/with-pauses.ts'
import type { CallHandling } from './call-handling.ts'
import type { Areas } from './create-areas.ts'
import type { Chore } from './schedule.ts'

const HOUR_MS = 3_600_000

/** Deletes what is old enough. */
export function tidyChores(
  context: ServiceContext,
  areas: Areas,
  { services, signatures, kitLinks }: CallHandling,
): Chore[] {
  const { store, devices, callUses, watches, rules, clock } = context
  const { session, people, codes, requests, messenger, webhooks, risk, performance } = areas
  return [
    {
      name: 'signatures',
      waitsForClock: true,
      everyMs: 60_000,
      run: () => {
        signatures.forget()
      },
    },
    {
      name: 'old messages',
      atSteward: true,
      waitsForClock: true,
      everyMs: 600_000,
      atStart: true,
      run: () => messenger.deliveries.tidy(),
    },
    {
      name: 'old webhook events',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => webhooks.webhookLog.forgetOld(),
    },
    {
      name: 'bind codes',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => services.messengerBinds.forgetExpired(),
    },
    {
      name: 'messenger events',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => messenger.messengerInbox.forgetOld(),
    },
    {
      name: 'recycle bin',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      atStart: true,
      run: () => codes.recycleBin.empty(),
    },
    {
      name: 'pictures of requests',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      atStart: true,
      run: () => requests.requests.forgetPictures(),
    },
    {
      name: 'invitations',
      atSteward: true,
      waitsForClock: true,
      everyMs: 24 * HOUR_MS,
      run: () => people.invitations.forgetEnded(),
    },
    {
      name: 'kit links',
      atSteward: true,
      waitsForClock: true,
      everyMs: 24 * HOUR_MS,
      atStart: true,
      run: () => kitLinks.forgetEnded(),
    },
    {
      name: 'reports',
      atSteward: true,
      waitsForClock: true,
      everyMs: 24 * HOUR_MS,
      atStart: true,
      run: async () => {
        await performance.reportLinks.forgetEnded()
        await performance.accountMarks.forgetOld()
      },
    },
    {
      name: 'sessions',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => session.sessions.forgetExpired(),
    },
    {
      name: 'sign-ins',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => session.signInHistory.forgetOld(),
    },
    {
      name: 'sign-in failures',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      run: () => session.credentials.forgetOld(),
    },
    {
      name: 'old call uses',
      atSteward: true,
      waitsForClock: true,
      everyMs: HOUR_MS,
      atStart: true,
      run: () => callUses.forgetOld(store, clock.now()),
    },
    {
      name: 'old risks',
      waitsForClock: true,
      everyMs: HOUR_MS,
      atStart: true,
      run: async () => {
        await watches.events.forgetOld()
        await risk.alertBursts.forgetOld()
        await risk.snoozes.forgetOld()
        watches.drawdowns.forgetOld(devices, clock.now())
        watches.margins.forgetOld(devices, clock.now())
        for await (const live of withPauses(devices.all())) watches.criticals.look(live, clock.now())
        watches.silences.forgetGone(devices)
        rules.states.forgetGone(devices)
        rules.equities.forgetGone(devices)
      },
    },
  ]
}
