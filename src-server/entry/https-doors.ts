import type { HttpsDoors } from '../http/https-doors.ts'
import type { ServerInstance } from './server-instance.ts'

type Instance = Pick<ServerInstance, 'settings' | 'proofOf' | 'publicAddress'>

/** @param secureUrl the address of the HTTPS listener on this machine. Empty while it isn't open */
export function createHttpsDoors(instance: () => Instance, secureUrl: () => string): HttpsDoors {
  return {
    proofOf: (token) => instance().proofOf(token),
    redirectTo: (host) => {
      const { settings, publicAddress } = instance()
      const port = URL.parse(secureUrl())?.port
      if (!settings.https.redirect || port === undefined || host === '') return undefined
      const { isSet, origin } = publicAddress.current()
      // A router may have given the port another number outside.
      if (isSet && origin.startsWith('https:')) return origin
      return `https://${host}${port === '' ? '' : `:${port}`}`
    },
    get hsts() {
      return instance().settings.https.hsts
    },
  }
}
