import { insideName, toCamel, type Camel } from '../spelling.ts'
import type { CustomValueFilter, CustomValues } from './custom-values.ts'
import type { Field, Fields, Uses } from './field.ts'

/** A field's value as the wire has it. */
export type Value<F extends Field> =
  | (F extends { readonly kind: 'text' }
      ? string
      : F extends { readonly kind: 'flag' }
        ? boolean
        : F extends { readonly kind: 'choice'; readonly values: readonly (infer V)[] }
          ? V
          : F extends { readonly kind: 'words' }
            ? string[]
            : F extends { readonly kind: 'custom' }
              ? CustomValues
              : F extends { readonly kind: 'custom_value' }
                ? CustomValueFilter
                : F extends { readonly kind: 'part' }
                  ? never
                  : number)
  | (F extends { readonly nullable: true } ? null : never)

/** The names of the fields that have an option. */
export type Having<F extends Fields, O extends keyof Uses> = {
  [N in keyof F & string]: F[N] extends { readonly [K in O]: unknown } ? N : never
}[keyof F & string]

type OfKind<F extends Fields, K extends Field['kind']> = {
  [N in keyof F & string]: F[N] extends { readonly kind: K } ? N : never
}[keyof F & string]

export type PartName<F extends Fields> = OfKind<F, 'part'>

/** The names of the fields that the store keeps. */
export type KeptName<F extends Fields> = Exclude<keyof F & string, Having<F, 'computed'> | PartName<F>>

/** The names of the filters that ask for a stored value as it is. */
export type PlainFilterName<F extends Fields> = Having<F, 'filter'> & KeptName<F>

type ColumnsOf<N, F> = F extends { readonly export: readonly (infer C extends string)[] }
  ? C
  : F extends { readonly export: true }
    ? N
    : never
export type ExportName<F extends Fields> = { [N in keyof F & string]: ColumnsOf<N, F[N]> }[keyof F & string]

type Names<N extends string> = readonly [N, ...N[]]

/** Everything that is said of a subject once; what others need of it is derived from `fields` and `filters`. */
export interface Subject<F extends Fields = Fields, A extends Fields = Fields> {
  readonly fields: F
  /** The members of a filter: the fields with `filter`, and the members that only a filter has. */
  readonly filters: Pick<F, Having<F, 'filter'>> & A
  readonly sorts: Names<Having<F, 'sort'>>
  /** Where a search looks, as it is spelled inside. */
  readonly searched: readonly SearchedName<F>[]
  readonly edited: readonly Having<F, 'edit'>[]
  readonly bulk: readonly Having<F, 'bulk'>[]
  /** The headers of an imported file, by field; each also goes by the field's own name. */
  readonly imports: { readonly [N in Having<F, 'import'>]: readonly string[] }
  /** The columns of an exported file, in their order. */
  readonly exports: Names<ExportName<F>>
  /** The filters that ask for a stored value as it is: the filter's member, and the row's. */
  readonly plainFilters: readonly (readonly [member: string, inside: string])[]
  /** The stored fields that a record shows: each field's name on the wire and inside. */
  readonly shown: readonly (readonly [name: string, inside: string])[]
  /** The inside name of each field, without secret fields. */
  readonly insideNames: Readonly<Record<string, string>>
}

export type FieldsOf<S> = S extends { readonly fields: infer F extends Fields } ? F : never
export type FiltersOf<S> = S extends { readonly filters: infer F extends Fields } ? F : never
export type SortOf<S> = S extends { readonly sorts: Names<infer N> } ? N : never
export type ExportOf<S> = S extends { readonly exports: Names<infer N> } ? N : never

type SearchedName<F extends Fields> = {
  [N in Having<F, 'search'>]: InsideName<N, F[N]>
}[Having<F, 'search'>]

/** A field's inside name: `buy_url` is `buyUrl`, a reference to `agent` is `agentId`. */
export type InsideName<N extends string, F extends Field> = F['kind'] extends 'reference' | 'person'
  ? `${Camel<N>}Id`
  : Camel<N>

/** The stored fields of a subject, by their inside names. */
export type Stored<S> = StoredFields<FieldsOf<S>>
type StoredFields<F extends Fields> = {
  readonly [N in KeptName<F> as InsideName<N, F[N]>]: Value<F[N]>
}

/** A list's filter. Members keep the wire's word: `agent` is `agent`, `subject_kind` is `subjectKind`. */
export type FilterOf<S> = {
  readonly [N in keyof FiltersOf<S> & string as Camel<N>]?: Exclude<Value<FiltersOf<S>[N]>, null> | undefined
}

function having(fields: Fields, option: keyof Uses): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.[option] !== undefined)
}

/** The columns that a field has in an exported file. */
export function columnsOf(name: string, { export: columns }: Field): readonly string[] {
  if (columns === undefined) return []
  return columns === true ? [name] : columns
}

const NO_FIELDS = {} satisfies Fields

/** @param asked what only a filter has: a field with the same name in `fields` would be another fact */
export function subject<const F extends Fields, const A extends Fields = typeof NO_FIELDS>(
  fields: F,
  asked?: A,
): Subject<F, A> {
  const some = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  const open = Object.entries(fields)
    .filter(([, { secret }]) => secret !== true)
    .map(([name, field]) => [name, insideOf(name, field), field] as const)
  const kept = open.filter(([, , { kind, computed }]) => kind !== 'part' && computed !== true)
  // The types above say the same as these lines, by names: this is the one place where they are taken at their word.
  return {
    fields,
    filters: { ...some(having(fields, 'filter')), ...(asked ?? NO_FIELDS) },
    sorts: having(fields, 'sort'),
    searched: open.filter(([, , { search }]) => search === true).map(([, inside]) => inside),
    edited: having(fields, 'edit'),
    bulk: having(fields, 'bulk'),
    imports: Object.fromEntries(having(fields, 'import').map((name) => [name, fields[name]?.import ?? []])),
    exports: Object.entries(fields).flatMap(([name, field]) => columnsOf(name, field)),
    plainFilters: kept
      .filter(([, , { filter }]) => filter === true)
      .map(([name, inside]) => [toCamel(name), inside]),
    shown: kept.map(([name, inside]) => [name, inside]),
    insideNames: Object.fromEntries(open.map(([name, inside]) => [name, inside])),
  } as unknown as Subject<F, A>
}

function insideOf(name: string, { kind }: Field): string {
  return insideName(name, kind === 'reference' || kind === 'person')
}
