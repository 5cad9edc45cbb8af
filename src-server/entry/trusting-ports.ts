import type {
  AlertServices,
  BotInspector,
  LinkResolver,
  Mailer,
  Messenger,
  MessengerInbound,
  OutsidePoster,
} from '../contract/ports.ts'
import type { HttpsHost } from '../services/https/create-https-services.ts'
import type { TrustedAuthorities } from './adapters/trusted-authorities.ts'

interface Ports {
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  readonly alertServices: AlertServices
  readonly links: LinkResolver
  readonly poster: OutsidePoster
  readonly dns: HttpsHost['dns']
}

/** The ports that call the outside, each with the authorities of the owner and of the system. */
export function trustingPorts(trusted: TrustedAuthorities, ports: Ports): Ports {
  const { messenger, inbound, mailer, alertServices, links, poster, dns } = ports
  const first = <T>(call: () => T): T => {
    trusted.load()
    return call()
  }
  return {
    messenger: {
      allows: (base) => messenger.allows(base),
      send: (to, message) => first(() => messenger.send(to, message)),
      inspect: (bot) => first(() => messenger.inspect(bot)),
    },
    inbound: { connect: (bot, listener) => first(() => inbound.connect(bot, listener)) },
    mailer: { send: (server, mail) => first(() => mailer.send(server, mail)) },
    alertServices: {
      send: (to, message) => first(() => alertServices.send(to, message)),
      inspect: (target) => first(() => alertServices.inspect(target)),
    },
    links: {
      isShared: (url) => links.isShared(url),
      resolve: (url, password) => first(() => links.resolve(url, password)),
    },
    poster: {
      refuses: (url, listed) => poster.refuses(url, listed),
      post: (call) => first(() => poster.post(call)),
    },
    dns: { ...dns, fetch: (input, init) => first(() => dns.fetch(input, init)) },
  }
}
