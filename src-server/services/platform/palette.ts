import type { FoundRecord } from '../../contract/records/workspace.ts'
import type { Permission } from '../../contract/permissions.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Found } from '../../store/repositories/palette.ts'
import type { Store, Unit } from '../../store/store.ts'

interface Parts {
  readonly store: Store
}

/** Rows of each kind. */
const MOST_FOUND = 5

type Look = (unit: Unit, actor: Actor, text: string) => Promise<Found[]>

/** The kinds that can be found, with the needed permission, in the order they are shown. */
const KINDS: readonly (readonly [FoundRecord['kind'], Permission, Look])[] = [
  [
    'application',
    'applications',
    ({ palette }, actor, text) => palette.applications(scopeOf(actor), text, MOST_FOUND),
  ],
  ['device', 'devices', ({ palette }, actor, text) => palette.devices(scopeOf(actor), text, MOST_FOUND)],
  ['code', 'codes', ({ palette }, actor, text) => palette.codes(scopeOf(actor), text, MOST_FOUND)],
  ['account', 'accounts', ({ palette }, actor, text) => palette.accounts(scopeOf(actor), text, MOST_FOUND)],
  ['developer', 'people', ({ palette }, _, text) => palette.developers(text, MOST_FOUND)],
]

/** Finds records of any kind by the beginning of their name. */
export class Palette {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async search(actor: Actor, text: string): Promise<FoundRecord[]> {
    const allowed = KINDS.filter(([, permission]) => actor.permissions.includes(permission))
    const found = await this.#parts.store.read((unit) =>
      Array.fromAsync(allowed, async ([kind, , look]) =>
        (await look(unit, actor, text)).map(({ id, label, appId, appName }) => ({
          kind,
          id,
          label,
          app: appId,
          app_name: appName,
        })),
      ),
    )
    return found.flat()
  }
}
