import type { Fields } from './field.ts'
import type { Having, InsideName, KeptName, Subject, Value } from './subject.ts'

/** The stored fields that a record shows, by their names on the wire. */
type Shown<F extends Fields> = { [N in Exclude<KeptName<F>, Having<F, 'secret'>>]: Value<F[N]> }
type ShownInside<F extends Fields> = {
  readonly [N in Exclude<KeptName<F>, Having<F, 'secret'>> as InsideName<N, F[N]>]: Value<F[N]>
}

type OpenEdit<F extends Fields> = Exclude<Having<F, 'edit'>, Having<F, 'secret'>>
type Named<F extends Fields> = { readonly [N in OpenEdit<F>]?: Value<F[N]> | undefined }
/** The fields that an edit names, as they are spelled inside. */
type Change<F extends Fields> = { readonly [N in OpenEdit<F> as InsideName<N, F[N]>]?: Value<F[N]> }
export type ChangeOf<S> = S extends { readonly fields: infer F extends Fields } ? Change<F> : never

/** A stored row as a record shows it: the same values by their names on the wire. */
export function onRecord<F extends Fields, A extends Fields>(
  { shown }: Subject<F, A>,
  row: ShownInside<F>,
): Shown<F> {
  const values: Readonly<Record<string, unknown>> = row
  const record: Record<string, unknown> = {}
  for (const [name, inside] of shown) record[name] = values[inside]
  return record as Shown<F>
}

/** The fields that a call names, as they are spelled inside. One that is undefined names nothing; a secret is never among them. */
export function namedFields<F extends Fields, A extends Fields>(
  { edited, insideNames }: Subject<F, A>,
  given: Named<F>,
): Change<F> {
  const values: Readonly<Record<string, unknown>> = given
  const named = edited.flatMap((name) =>
    values[name] === undefined || insideNames[name] === undefined ? [] : [[insideNames[name], values[name]]],
  )
  return Object.fromEntries(named) as Change<F>
}

/** The values that a new row has where nobody gives any: an empty text, no words, no custom values, false, null. */
export type Blank<F extends Fields> = {
  readonly [
    N in KeptName<F> as F[N] extends { readonly required: string } | { readonly secret: true }
      ? never
      : F[N] extends { readonly kind: 'text' | 'words' | 'custom' | 'flag' } | { readonly nullable: true }
        ? InsideName<N, F[N]>
        : never
  ]: Value<F[N]>
}

export function blankFields<F extends Fields, A extends Fields>({
  fields,
  insideNames,
}: Subject<F, A>): Blank<F> {
  const blank: Record<string, unknown> = {}
  for (const [name, { kind, required, computed, nullable }] of Object.entries(fields)) {
    const inside = insideNames[name]
    if (inside === undefined || required !== undefined || computed === true) continue
    if (nullable === true) blank[inside] = null
    else if (kind === 'text') blank[inside] = ''
    else if (kind === 'words') blank[inside] = []
    else if (kind === 'custom') blank[inside] = {}
    else if (kind === 'flag') blank[inside] = false
  }
  return blank as Blank<F>
}

/** The inside name of a stored field. */
export function insideOf<F extends Fields, A extends Fields, N extends KeptName<F>>(
  { insideNames }: Subject<F, A>,
  name: N,
): InsideName<N, F[N]> {
  return insideNames[name] as InsideName<N, F[N]>
}
