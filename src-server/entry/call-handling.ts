import type { Bus } from '../copies/bus.ts'
import type { AddressWatch } from '../services/risk/address-watch.ts'
import type { Messenger } from '../contract/ports.ts'
import type { KitSources } from '../kits/fill-kit.ts'
import { CallLog } from '../runtime/call-log.ts'
import { CallExampleBuilder } from '../runtime/example/build-example.ts'
import { Inspector } from '../runtime/inspector.ts'
import { createKitMaker } from '../runtime/kit-maker.ts'
import { endpointsByName } from '../runtime/pipeline.ts'
import { ClockWitness } from '../runtime/clock-witness.ts'
import { shareEach } from '../copies/share-each.ts'
import { RefusalObserver } from '../runtime/refusal-observer.ts'
import { UseObserver } from '../runtime/use-observer.ts'
import { ReplayMemory } from '../runtime/replay-memory.ts'
import type { ApplicationServices } from '../services/applications/create-application-services.ts'
import { KitLinks } from '../services/applications/kit-links.ts'
import type { ServiceContext } from '../services/service-context.ts'
import { SignatureIndex } from '../services/signatures/signature-index.ts'
import { SignatureMemory } from '../services/signatures/signature-memory.ts'
import type { SignatureLog } from '../store/signature-log.ts'
import type { SessionServices } from '../services/session/create-session-services.ts'
import { preparePreviews } from './call-preview.ts'
import { createCallMemory, createCallServices, pauseFor, type CallDeps } from './call-services.ts'

interface Deps {
  readonly context: ServiceContext
  readonly signatureLog: SignatureLog
  readonly signaturePlaces?: number | undefined
  readonly session: Pick<SessionServices, 'passwords' | 'credentials' | 'securityNotices'>
  readonly applications: Pick<ApplicationServices, 'applications' | 'files' | 'updateAddresses'>
  readonly messenger: Messenger
  readonly kitSources: KitSources
  readonly addressFor: (cameTo: string) => string
}

export type CallHandling = ReturnType<typeof createCallHandling>

/** The parts that answer calls of api.php: the use cases, the memory of signatures, the log of calls and the inspector that reads it. */
export function createCallHandling({
  context,
  signatureLog,
  signaturePlaces,
  session,
  applications,
  messenger,
  kitSources,
  addressFor,
}: Deps) {
  const { store, bus, registry, telemetry, watches, clock, random, log } = context
  const { passwords, credentials, securityNotices } = session
  const { files, updateAddresses } = applications
  const calls: CallDeps = {
    ...context,
    ...watches,
    rules: context.rules.watch,
    passwords,
    credentials,
    messenger,
    pause: pauseFor,
    addresses: shareAddresses(bus, watches.addresses),
    memory: createCallMemory(random, context.copy.counters, context.messengerPace),
    files,
    updateAddresses,
    kitSources,
    addressFor,
  }
  const callLog = new CallLog()
  bus.gather('calls', () => callLog.takeUnshared())
  bus.subscribe('calls', (calls) => {
    callLog.follow(calls)
  })
  const signatures = new SignatureMemory(
    { store, signatureLog, registry, isShared: context.copy.isShared, clock, log },
    new SignatureIndex(random.below(2 ** 32), signaturePlaces),
  )
  const replays = new ReplayMemory(signatures)
  const createPreview = preparePreviews({
    calls,
    telemetry,
    counters: context.copy.counters,
    securityNotices,
  })
  const services = createCallServices(calls)
  const kits = createKitMaker(services.kits, addressFor)
  return {
    services,
    createPreview,
    signatures,
    replays,
    callLog,
    observer: new RefusalObserver(
      new UseObserver(new ClockWitness(callLog, context.clockTrust), context.callUses),
      {
        refused: shareEach(bus, 'refusal', (call) => {
          watches.refusals.note(call)
        }),
        unknown: shareEach(bus, 'unknownAccount', ({ app, accountKey, at }) => {
          watches.unknownServers.note(app, accountKey, at)
        }),
      },
    ),
    callExamples: new CallExampleBuilder({ registry, clock }),
    kits,
    kitLinks: new KitLinks({ ...context, applications: applications.applications, kits }),
    inspector: new Inspector({
      registry,
      endpoints: endpointsByName(),
      replays,
      createPreview,
      calls: callLog,
      clock,
      log,
    }),
  }
}

/** The uses of codes from all copies of the server. Pulses bring the addresses of trading accounts. */
function shareAddresses(bus: Bus, watch: AddressWatch): Pick<AddressWatch, 'watches' | 'note'> {
  const noteCode = shareEach(bus, 'address', ({ codeId, appId, ip, at }) => {
    watch.note('code', codeId, appId, ip, at)
  })
  return {
    watches: (kind, id) => watch.watches(kind, id),
    note: (kind, id, appId, ip, at) => {
      if (kind === 'code') noteCode({ codeId: id, appId, ip, at })
      else watch.note(kind, id, appId, ip, at)
    },
  }
}
