import { UNLIMITED_USES } from '../../contract/limits.ts'
import { listOf, objectOf, textOf, timeOf, wholeOf, type JsonObject } from './json-values.ts'
import { leave, type BroughtRow, type Place } from './item.ts'
import type { BringRemark } from '../../contract/bring-over-names.ts'
import { plainCode } from './plain-code.ts'

/**
 * Keygen's licences, users and machines: documents of JSON:API, one or a list of them, as its lists answer them page by
 * page. Everything goes to one application.
 * @returns undefined where the JSON is something else
 */
export function readKeygen(json: unknown): BroughtRow[] | undefined {
  const documents = Array.isArray(json) ? json : [json]
  const resources = documents.flatMap((document) => {
    const { data, included, type } = objectOf(document)
    // A list of resources without a document around them.
    if (type !== undefined) return [objectOf(document)]
    return [...(Array.isArray(data) ? listOf(data) : listOf([data])), ...listOf(included)]
  })
  const ofType = (type: string) => [
    ...new Map(
      resources.filter((one) => one['type'] === type).map((one) => [textOf(one['id']), one]),
    ).values(),
  ]
  const licences = ofType('licenses')
  const users = ofType('users')
  if (licences.length + users.length === 0) return undefined
  const mails = new Map(users.map((user) => [textOf(user['id']), textOf(attributesOf(user)['email'])]))
  const machines = Map.groupBy(ofType('machines'), (machine) => relatedId(machine, 'license'))
  return [
    ...licences.map((licence, at) => licenceOf(licence, at + 1, mails, machines)),
    // Keygen's users sign in with a mail address and a password that no list has.
    ...users.map((user, at) =>
      leave({ table: 'users', line: at + 1, label: mails.get(textOf(user['id'])) ?? '' }, 0, 'name'),
    ),
  ]
}

function licenceOf(
  licence: JsonObject,
  line: number,
  mails: ReadonlyMap<string, string>,
  machines: ReadonlyMap<string, readonly JsonObject[]>,
): BroughtRow {
  const attributes = attributesOf(licence)
  const kami = textOf(attributes['key'])
  const place: Place = { table: 'licenses', line, label: kami.slice(0, 100) }
  const remarks: BringRemark[] = []
  const own = machines.get(textOf(licence['id'])) ?? []
  const [machine] = own
  const isOnOne = own.length === 1 && machine !== undefined
  if ((wholeOf(attributes['maxMachines']) ?? 1) > 1) remarks.push('several_machines')
  if (own.length > 1) remarks.push('machines_left')
  const expiry = timeOf(attributes['expiry'])
  const maxUses = wholeOf(attributes['maxUses'])
  if (maxUses !== undefined && expiry !== null) remarks.push('expiry_left')
  const mail = mails.get(relatedId(licence, 'owner') || relatedId(licence, 'user')) ?? ''
  const status = textOf(attributes['status']).toUpperCase()
  return plainCode(
    {
      kami,
      ...worthOf(expiry, maxUses, wholeOf(attributes['uses']) ?? 0),
      ...(isOnOne && {
        markcode: textOf(attributesOf(machine)['fingerprint']),
        use_time: timeOf(attributesOf(machine)['created']) ?? timeOf(attributes['created']),
      }),
      disabled: attributes['suspended'] === true || ['SUSPENDED', 'BANNED'].includes(status),
      note: [textOf(attributes['name']), mail].filter(Boolean).join(' · '),
    },
    { place, createdAt: timeOf(attributes['created']), remarks },
  )
}

/** A licence with a number of uses is a count code, and its end is left behind. */
function worthOf(expiry: number | null, maxUses: number | undefined, uses: number) {
  if (maxUses !== undefined)
    return { type: 'count', left: Math.min(UNLIMITED_USES, Math.max(0, maxUses - uses)) }
  return expiry === null ? { type: 'permanent' } : { type: 'time', end_time: expiry }
}

function attributesOf(resource: JsonObject): JsonObject {
  return objectOf(resource['attributes'])
}

function relatedId(resource: JsonObject, name: string): string {
  const related = objectOf(objectOf(resource['relationships'])[name])
  return textOf(objectOf(related['data'])['id'])
}
