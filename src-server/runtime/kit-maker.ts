import { CONSOLE } from '../contract/error-codes.ts'
import { KIT_TYPES, type KitType } from '../contract/application-names.ts'
import type { Clock } from '../contract/ports.ts'
import type { KitRecord } from '../contract/records/kit.ts'
import { withoutSlash } from '../contract/public-address.ts'
import { signingKeysAt } from '../domain/application/answer-key.ts'
import type { Application } from '../domain/application/application.ts'
import { fillKit, type KitSources, type KitValues } from '../kits/fill-kit.ts'
import { KIT_LANGUAGES } from '../kits/languages.ts'
import { writeZip } from '../kits/zip.ts'
import type { KitMaker } from '../services/applications/call-tools.ts'
import { Refused } from '../services/refused.ts'
import { encrypts } from './guards.ts'

const PLAIN = 0
const RC4_SECOND = 3

export interface MadeKit {
  readonly name: string
  readonly zip: Uint8Array
}

/** Makes clients in one language, filled in for an application. */
export class Kits {
  readonly #sources: KitSources
  readonly #clock: Clock

  constructor(sources: KitSources, clock: Clock) {
    this.#sources = sources
    this.#clock = clock
  }

  /** The kits, and whether each speaks the application's encryption. */
  list(settings: Application): Promise<KitRecord[]> {
    return Promise.all(
      KIT_TYPES.map(async (type) => ({
        type,
        files: Object.keys(await this.#sources(type)).toSorted(),
        speaks: isSpoken(settings, type),
      })),
    )
  }

  /**
   * @param keys that the client gets
   * @param address that it calls
   * @returns undefined where the kit doesn't speak the application's encryption
   */
  async make(
    settings: Application,
    type: KitType,
    keys: Pick<Application, 'appkey' | 'rc4Key'>,
    address: string,
  ): Promise<MadeKit | undefined> {
    if (!isSpoken(settings, type)) return undefined
    const files = fillKit(await this.#sources(type), KIT_LANGUAGES[type], {
      app: settings.id,
      appkey: keys.appkey,
      rc4Key: keys.rc4Key,
      version: settings.version,
      address: withoutSlash(address),
      mode: encrypts(settings) ? settings.miType : PLAIN,
      graceHours: settings.graceHours,
      ...answerKeysOf(settings, this.#clock.now()),
    })
    return { name: `pulsekey-${settings.id}-${type}.zip`, zip: writeZip(files) }
  }
}

/** The kits support plain traffic and RC4-2 only. */
function isSpoken(settings: Application, type: KitType): boolean {
  const isPlain = KIT_LANGUAGES[type].alwaysPlain === true || !encrypts(settings)
  return isPlain || settings.miType === RC4_SECOND
}

/**
 * The public keys that sign the application's answers. During a rotation a kit accepts both, so that it outlives either
 * end.
 */
function answerKeysOf(settings: Application, now: number): Pick<KitValues, 'answerKey' | 'answerKeyNext'> {
  const [first, next] = settings.signAnswers ? signingKeysAt(settings, now) : []
  return { answerKey: first?.publicHalf ?? '', answerKeyNext: next?.publicHalf ?? '' }
}

/** Kits for the console, with the present keys and the public address. */
export function createKitMaker(kits: Kits, addressFor: (cameTo: string) => string): KitMaker {
  return {
    list: (application) => kits.list(application),
    async make(application, type: KitType, cameTo) {
      const made = await kits.make(application, type, application, addressFor(cameTo))
      if (made === undefined)
        throw new Refused(CONSOLE.conflict, 'This kit does not speak the encryption of the application', {
          type: 'other_encryption',
        })
      return { name: made.name, zip: Buffer.from(made.zip).toString('base64') }
    },
  }
}
