import { useI18n } from 'vue-i18n'
import { formatInteger } from '../../i18n/format.ts'
import type { ActionInput, ActionName } from '../../../src-server/contract/actions/index.ts'
import { dayStart, wholeNumber } from './address-values.ts'

/** The filter type of a list action. */
export type FilterOf<N extends ActionName> =
  ActionInput<N> extends { readonly filter?: infer F } ? NonNullable<F> : never

export interface FilterOption {
  /** The value in the address; the empty string is no filter. */
  readonly value: string
  readonly label: string
  /** The number of rows that it leaves. */
  readonly count?: string | undefined
}

interface Filter<F> {
  /** The name in the address. */
  readonly name: string
  /** Turns the address's text into the server's filter; an invalid text sets none. */
  readonly ask: (text: string) => Partial<F>
}

/** The first of two zones of the toolbar, beside the chips. */
interface Placed {
  readonly lead?: boolean
}

interface ChipsFilter<F> extends Filter<F> {
  readonly look: 'chips'
  readonly label: string
  readonly options: readonly FilterOption[]
  /** The active chip shows the list's total. */
  readonly counted?: boolean
}

interface SelectFilter<F> extends Filter<F>, Placed {
  readonly look: 'select'
  readonly label: string
  readonly options: readonly FilterOption[]
}

interface DayFilter<F> extends Filter<F>, Placed {
  readonly look: 'day'
  readonly label: string
  /** The filters that limit its days. */
  readonly from?: string
  readonly to?: string
}

/** A filter that another screen sets. People see it and can remove it. */
interface GivenFilter<F> extends Filter<F> {
  readonly look: 'given'
  readonly text: (value: string) => string
  /** Another filter that is set together with it. */
  readonly also?: string
}

/** A filter without a control. */
interface SilentFilter<F> extends Filter<F> {
  readonly look: 'silent'
}

export type ListFilter<F> = ChipsFilter<F> | SelectFilter<F> | DayFilter<F> | GivenFilter<F> | SilentFilter<F>
/** The filters of a list that asks the server for `F`, in the order of its toolbar. */
export type ListFilters<F> = readonly ListFilter<F>[]
/** @param given the filters of the address */
export type FiltersGiven<F> = (given: Readonly<Record<string, string>>) => ListFilters<F>

type Member<N extends string, V> = { [K in N]?: V }

interface ChoiceWords<V extends string> {
  readonly label: string
  /** The label of the empty choice. */
  readonly all: string
  readonly text: (value: V) => string
}

/** The words of a choice whose values have a text each. @returns by the start of the keys of these texts */
export function useChoiceWords(): (start: string, label: string, all: string) => ChoiceWords<string> {
  const { t } = useI18n()
  return (start, label, all) => ({ label, all, text: (value) => t(`${start}.${value}`) })
}

function member<N extends string, V>(name: N, value: V | undefined): Member<N, V> {
  const found: Member<N, V> = {}
  if (value !== undefined) found[name] = value
  return found
}

function choice<N extends string, const V extends string>(
  name: N,
  values: readonly V[],
  { label, all, text, count }: ChoiceWords<V> & { readonly count?: (value: V) => number | undefined },
) {
  const option = (value: V): FilterOption => {
    const rows = count?.(value)
    return { value, label: text(value), count: rows === undefined ? undefined : formatInteger(rows) }
  }
  return {
    name,
    label,
    options: [{ value: '', label: all }, ...values.map(option)],
    ask: (given: string) =>
      member(
        name,
        values.find((value) => value === given),
      ),
  }
}

/**
 * One of a few words, all visible.
 * @param words `count`: the number of rows of a word. By default only the active chip shows a count, the
 * list's total
 */
export function chips<N extends string, const V extends string>(
  name: N,
  values: readonly V[],
  words: ChoiceWords<V> & { readonly count?: (value: V) => number | undefined },
): ChipsFilter<Member<N, V>> {
  return { look: 'chips', counted: words.count === undefined, ...choice(name, values, words) }
}

/** One of a few words. */
export function select<N extends string, const V extends string>(
  name: N,
  values: readonly V[],
  words: ChoiceWords<V> & Placed,
): SelectFilter<Member<N, V>> {
  return { look: 'select', ...choice(name, values, words), lead: words.lead === true }
}

/** One of a few records by number. */
export function recordSelect<N extends string>(
  name: N,
  records: readonly FilterOption[],
  { label, all, lead = false }: Omit<ChoiceWords<string>, 'text'> & Placed,
): SelectFilter<Member<N, number>> {
  return {
    look: 'select',
    name,
    label,
    lead,
    options: [{ value: '', label: all }, ...records],
    ask: (text) => member(name, wholeNumber(text)),
  }
}

/** Whole days, both included: filters `from` and `to`. */
export function days(
  words: { readonly from: string; readonly to: string } & Placed,
): [DayFilter<Member<'from', number>>, DayFilter<Member<'to', number>>] {
  const lead = words.lead === true
  return [
    {
      look: 'day',
      name: 'from',
      label: words.from,
      to: 'to',
      lead,
      ask: (text) => member('from', dayStart(text)),
    },
    {
      look: 'day',
      name: 'to',
      label: words.to,
      from: 'from',
      lead,
      ask: (text) => member('to', dayStart(text, 1)),
    },
  ]
}

/** A record by number that another screen chose. */
export function given<N extends string>(
  name: N,
  text: (value: string) => string,
): GivenFilter<Member<N, number>> {
  return { look: 'given', name, text, ask: (value) => member(name, wholeNumber(value)) }
}

/** One of a few words that only the address sets. */
export function silent<N extends string, const V extends string>(
  name: N,
  values: readonly V[],
): SilentFilter<Member<N, V>> {
  return {
    look: 'silent',
    name,
    ask: (text) =>
      member(
        name,
        values.find((value) => value === text),
      ),
  }
}
