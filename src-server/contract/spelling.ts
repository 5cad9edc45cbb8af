/**
 * Converts between the wire spelling (`account_key`), used only at the edges, and the inside spelling
 * (`accountKey`). Converts keys only, through nested objects and arrays, and the types follow.
 */

export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

/** A wire record in inside spelling. */
export type Inside<T> = T extends readonly (infer Item)[]
  ? Inside<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? Camel<K> : K]: Inside<T[K]> }
    : T

type Converter = (key: string) => string

function respell(value: unknown, convert: Converter): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, convert))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [convert(key), respell(item, convert)]),
  )
}

export const toCamel: Converter = (key) =>
  key.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())
const toSnake: Converter = (key) => key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** The inside name of a subject's field: `buy_url` is `buyUrl`, and `agent`, a row's id, is `agentId`. */
export function insideName(name: string, isReference: boolean): string {
  return isReference ? `${toCamel(name)}Id` : toCamel(name)
}

/** From wire spelling to inside spelling. */
export function inside<T extends object>(wire: T): Inside<T> {
  return respell(wire, toCamel) as Inside<T>
}

/** From inside spelling to wire spelling. Name the wire type: `onWire<DeviceRecord>(device)`. */
export function onWire<T extends object>(value: Inside<T>): T {
  return respell(value, toSnake) as T
}

/** The members that a change names. An undefined member counts as not named. */
export function namedMembers<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
