import type { Clock, Log, Random } from '../contract/ports.ts'
import { createApp, type AppParts } from '../http/app.ts'
import type { Bodies } from '../http/body-budget.ts'
import type { ClientAddresses } from '../http/client-address.ts'
import type { Handlers } from '../http/listener.ts'
import type { Monitoring } from '../http/monitoring.ts'
import { readPublicAssets } from '../http/public-page.ts'
import { createRuntimeHandler, type RuntimeHandlerParts } from '../http/runtime-handler.ts'
import { createHttpsDoors } from './https-doors.ts'
import type { InstanceSwitch } from './instance-switch.ts'

interface HandlerParts {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The built renderer. */
  readonly consoleFolder: string
}

/** Creates the handlers of a listener. They answer with the current instance. */
export function createHandlers(
  parts: HandlerParts,
  call: RuntimeHandlerParts,
  addresses: ClientAddresses,
  instances: () => InstanceSwitch,
  monitoring: Monitoring,
  bodies: Bodies,
  reach: AppParts['reach'],
  secureUrl: () => string,
): (at: { readonly console: boolean; readonly loopbackOnly: boolean }) => Handlers {
  const { clock, random, log, consoleFolder } = parts
  const runtime = createRuntimeHandler(call)
  const app: AppParts = {
    runtime,
    answerConsole: (request) => instances().answerConsole(request),
    answerPublic: (request) => instances().answerPublic(request),
    live: {
      get ended() {
        return instances().ended
      },
      open: (token, makeSink, lastEventId) => instances().open(token, makeSink, lastEventId),
    },
    serveImage: (id) => instances().serveImage(id),
    moveMark: () => instances().current.moveMark,
    monitoring,
    addresses,
    https: createHttpsDoors(() => instances().current, secureUrl),
    reach,
    chosenAddress: () => instances().current.publicAddress.chosen,
    bodies,
    clock,
    random,
    log,
    consoleFolder,
    publicAssets: readPublicAssets(consoleFolder),
  }
  const lane: Handlers['lane'] = {
    answer: call.answer,
    isStopping: call.isStopping,
    log,
    now: () => clock.now(),
    trusts: (address) => addresses.trusts(address),
    placeOf: (peer, host, forwarded) => addresses.placeOf(peer, host, forwarded),
  }
  return (at) => ({ runtime, lane, app: createApp(app, at) })
}
