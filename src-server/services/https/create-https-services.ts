import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import type { Scheduler } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { TxtLookup } from '../../outbound/dns/txt-lookup.ts'
import type { DnsParts } from '../dns-providers/dns-provider.ts'
import type { Listeners } from '../platform/listeners.ts'
import { OwnerAlerts } from '../platform/owner-alerts.ts'
import type { ServiceContext } from '../service-context.ts'
import { OrderStore } from './acme/order-store.ts'
import { ProofPlaces, type OpenProofPort } from './acme/proof-places.ts'
import { Renewals } from './acme/renewals.ts'
import { CertificateAlerts } from './certificate-alerts.ts'
import { CertificateWatch } from './certificate-watch.ts'
import type { ReadFile } from './files/read-files.ts'
import { HttpsService } from './https-service.ts'
import { KeptKeys } from './kept-keys.ts'
import { SecureDoor } from './secure-door.ts'

/** The parts that the entry passes for HTTPS. */
export interface HttpsHost {
  readonly listeners: Listeners
  readonly readFile: ReadFile
  readonly scheduler: Scheduler
  /** Calls of DNS providers. */
  readonly dns: Pick<DnsParts, 'fetch' | 'bases'>
  readonly lookUpTxt: TxtLookup
  /** Loads the authorities of the owner and of the system, before a call to an authority. */
  readonly trustAll: () => void
  readonly openProofPort: OpenProofPort | undefined
}

type Deps = Pick<
  ServiceContext,
  'store' | 'steward' | 'registry' | 'noticePost' | 'clock' | 'random' | 'log' | 'utcOffset'
> &
  HttpsHost & {
    readonly keys: KeptKeys
    readonly door: SecureDoor
    readonly settings: { readonly current: PlatformSettings }
    readonly publicHost: () => string
  }

/** The parts that the settings need, before there are settings. */
export function createSecureDoor(deps: Pick<Deps, 'store' | 'clock' | 'log' | 'listeners' | 'readFile'>): {
  readonly keys: KeptKeys
  readonly door: SecureDoor
} {
  const keys = new KeptKeys(deps.store, deps.clock)
  return { keys, door: new SecureDoor({ ...deps, keys }) }
}

export function createHttpsServices(deps: Deps): {
  readonly https: HttpsService
  readonly certificates: CertificateWatch
} {
  const { store, clock, random, log, dns, openProofPort } = deps
  const roots = () => getCACertificates('default').map((pem) => new X509Certificate(pem))
  const watch = new CertificateWatch({ ...deps, roots: once(roots) })
  const alerts = new CertificateAlerts({ ...deps, watch, alerts: new OwnerAlerts(deps) })
  const newPlaces = () =>
    new ProofPlaces({
      dns: { ...dns, clock, random },
      openPort: openProofPort && besidePublic(deps.listeners, openProofPort),
      log,
    })
  const renewals = new Renewals({ ...deps, orders: new OrderStore(store, clock), newPlaces })
  return { https: new HttpsService({ ...deps, watch, alerts, renewals }), certificates: watch }
}

/** The port that authorities call. */
const PROOF_PORT = 80

/** The public listener itself answers proofs where it is at the port that authorities call. */
function besidePublic(listeners: Listeners, open: OpenProofPort): OpenProofPort {
  return async (answer) => {
    const { protocol, port } = URL.parse(listeners.urls.public) ?? {}
    const isThere = protocol === 'http:' && port === ''
    return isThere ? { port: PROOF_PORT, close: async () => undefined } : open(answer)
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
