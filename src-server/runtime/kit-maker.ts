import { CONSOLE } from '../contract/error-codes.ts'
import type { KitType } from '../contract/application-names.ts'
import { withoutSlash } from '../contract/public-address.ts'
import type { Application } from '../domain/application/application.ts'
import { findKit } from '../kits/index.ts'
import { writeZip } from '../kits/zip.ts'
import type { KitMaker } from '../services/applications/call-tools.ts'
import { Refused } from '../services/refused.ts'
import { encrypts } from './guards.ts'

const RC4_SECOND = 3

/** A kit's files as a zip, or why there is none. */
export type MadeKit =
  | { readonly outcome: 'made'; readonly name: string; readonly zip: Uint8Array }
  | { readonly outcome: 'unknown' | 'otherMode' }

/**
 * A client in one language, filled in for an application.
 * @param keys that the client gets
 * @param address that it calls
 */
export function makeKit(
  settings: Application,
  type: string,
  keys: Pick<Application, 'appkey' | 'rc4Key'>,
  address: string,
): MadeKit {
  const offer = findKit(type)
  if (offer === undefined) return { outcome: 'unknown' }
  if (offer.alwaysPlain !== true && !isSpoken(settings)) return { outcome: 'otherMode' }
  const files = offer.kit({
    app: settings.id,
    appkey: keys.appkey,
    rc4Key: keys.rc4Key,
    version: settings.version,
    address: withoutSlash(address),
    rc4: encrypts(settings),
  })
  return { outcome: 'made', name: `pulsekey-${settings.id}-${offer.name}.zip`, zip: writeZip(files) }
}

/** The kits support plain traffic and RC4-2 only. */
function isSpoken(settings: Application): boolean {
  return !encrypts(settings) || settings.miType === RC4_SECOND
}

/** Kits for the console, with the present keys and the public address. */
export function createKitMaker(addressFor: (cameTo: string) => string): KitMaker {
  return {
    make(application, type: KitType, cameTo) {
      const made = makeKit(application, type, application, addressFor(cameTo))
      if (made.outcome !== 'made')
        throw new Refused(CONSOLE.conflict, 'This kit does not speak the encryption of the application', {
          type: 'other_encryption',
        })
      return { name: made.name, zip: Buffer.from(made.zip).toString('base64') }
    },
  }
}
