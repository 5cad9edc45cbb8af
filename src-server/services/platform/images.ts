import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import { IMAGE_PURPOSES, MAX_IMAGES } from '../../contract/platform-names.ts'
import type { ImageRecord, ServedImage } from '../../contract/records/image.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { inspectImage } from '../../domain/image/inspect.ts'
import type { ImageFacts } from '../../store/repositories/images.ts'
import type { Store } from '../../store/store.ts'
import { audit } from './audit-trail.ts'
import type { PlatformSettingsService } from './platform-settings.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly settings: PlatformSettingsService
  readonly clock: Clock
  readonly random: Random
}

type Purpose = ImageRecord['purpose']

/** The platform's own pictures: checked before they are stored, and served under names that nobody can guess. */
export class Images {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 422 for data that is no picture, 409 when there are too many */
  async upload(actor: Actor, purpose: Purpose, bytes: Uint8Array): Promise<ImageRecord> {
    const { store, clock, random } = this.#parts
    const seen = inspectImage(bytes)
    if ('refused' in seen)
      throw new Refused(CONSOLE.invalid, 'This is no picture of an accepted type', { data: seen.refused })
    const id = Buffer.from(random.bytes(16)).toString('base64url')
    const now = clock.now()
    const facts = { id, purpose, ...seen, createdAt: now }
    await store.write(
      async (unit) => {
        if ((await unit.images.count(purpose)) >= MAX_IMAGES)
          throw new Refused(CONSOLE.conflict, `There are ${MAX_IMAGES} already; delete one first`)
        await unit.images.insert({ ...facts, bytes, requestId: null })
        await audit(unit, actor, now, {
          action: 'image_upload',
          subject: { kind: 'image', id, label: purpose },
          after: { ...seen, size: bytes.length },
        })
      },
      { durable: true },
    )
    return imageRecord({ ...facts, size: bytes.length })
  }

  async list(purpose: Purpose | undefined): Promise<ImageRecord[]> {
    const purposes = purpose === undefined ? IMAGE_PURPOSES : [purpose]
    return (await this.#parts.store.read((unit) => unit.images.list(purposes))).map(imageRecord)
  }

  /** Removes it from the settings first. @throws Refused 404 */
  async delete(actor: Actor, id: string): Promise<void> {
    const { store, settings, clock } = this.#parts
    // Memory may be behind another copy's change.
    const { site = {} } = await store.read((unit) => unit.settings.all())
    const shown = new Map<string, unknown>(Object.entries(site))
    for (const place of ['logo', 'background'] as const)
      if (shown.get(place) === id) await settings.set(actor, { site: { [place]: null } })
    await store.write(
      async (unit) => {
        const gone = await unit.images.delete(id)
        if (gone === undefined || gone.purpose === 'request')
          throw new Refused(CONSOLE.notFound, 'There is no such picture')
        await audit(unit, actor, clock.now(), {
          action: 'image_delete',
          subject: { kind: 'image', id, label: gone.purpose },
          before: { type: gone.type, width: gone.width, height: gone.height, size: gone.size },
        })
      },
      { durable: true },
    )
  }

  /** For everybody who knows its name. Pictures of requests are not served here. */
  async serve(id: string): Promise<ServedImage | undefined> {
    const image = await this.#parts.store.read((unit) => unit.images.find(id))
    return image === undefined || image.purpose === 'request' ? undefined : image
  }
}

function imageRecord({ purpose, createdAt, ...facts }: ImageFacts): ImageRecord {
  return {
    ...facts,
    purpose: purpose as Purpose,
    created_at: createdAt,
    path: `/images/${facts.id}`,
  }
}
