export type Callable = (...args: unknown[]) => unknown

export type Coded =
  | null
  | string
  | number
  | boolean
  | Coded[]
  | { readonly $: string; readonly t?: string; readonly v: Coded }

export interface Codec {
  encode(value: unknown): Coded
  decode(coded: Coded): unknown
}

/** How functions and promises cross, where they may. */
export interface Crossing {
  encode(value: Callable | Promise<unknown>): Coded
  decode(kind: string, value: Coded): unknown
}

/**
 * JSON for structured-clone values. It runs in Node and in both worlds of a page, which get its source: it
 * may use nothing outside of the function.
 */
export function makeCodec(crossing?: Crossing): Codec {
  const one = ($: string, v: Coded, t?: string): Coded => (t === undefined ? { $, v } : { $, v, t })

  function encodeBytes(value: ArrayBuffer | ArrayBufferView, tag: string): Coded {
    const bytes =
      value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    let raw = ''
    for (const byte of bytes) raw += String.fromCharCode(byte)
    return one('bytes', btoa(raw), tag)
  }

  function encodeObject(value: object, within: readonly object[]): Coded {
    if (within.includes(value)) throw new Error('cyclic values are not supported by the stand-in')
    const inside = [...within, value]
    const list = (items: Iterable<unknown>): Coded[] => [...items].map((item) => encode(item, inside))
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    if (Array.isArray(value)) return list(value)
    if (value instanceof Date) return one('date', value.getTime())
    if (value instanceof Error) return one('error', value.message, value.name)
    if (value instanceof Map) return one('map', list(value))
    if (value instanceof Set) return one('set', list(value))
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBytes(value, tag)
    return one(
      'object',
      Object.entries(value).map(([key, item]) => [key, encode(item, inside)]),
    )
  }

  function encodeNumber(value: number): Coded {
    if (Object.is(value, -0)) return one('number', '-0')
    return Number.isFinite(value) ? value : one('number', String(value))
  }

  function encode(value: unknown, within: readonly object[]): Coded {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return encodeNumber(value)
    if (value === undefined) return one('undefined', null)
    if (typeof value === 'bigint') return one('bigint', String(value))
    if (typeof value === 'function' || value instanceof Promise) {
      if (crossing) return crossing.encode(value as Callable | Promise<unknown>)
      throw new Error('An object could not be cloned.')
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    return encodeObject(value, within)
  }

  function decodeBytes(raw: string, tag: string): unknown {
    const bytes = Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
    if (tag === 'ArrayBuffer') return bytes.buffer
    const Type = Reflect.get(globalThis, tag) as new (buffer: ArrayBuffer) => unknown
    return new Type(bytes.buffer)
  }

  function decode(coded: Coded): unknown {
    if (coded === null || typeof coded !== 'object') return coded
    if (Array.isArray(coded)) return coded.map(decode)
    const { $: kind, v: value, t: tag = '' } = coded
    const items = (): [unknown, unknown][] => decode(value) as [unknown, unknown][]
    switch (kind) {
      case 'number':
        return Number(value)
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(value as string)
      case 'date':
        return new Date(value as number)
      case 'error':
        return Object.assign(new Error(value as string), { name: tag })
      case 'map':
        return new Map(items())
      case 'set':
        return new Set(decode(value) as unknown[])
      case 'bytes':
        return decodeBytes(value as string, tag)
      case 'object':
        return Object.fromEntries(items())
      default:
        if (!crossing) throw new Error(`no such kind: ${kind}`)
        return crossing.decode(kind, value)
    }
  }

  return { encode: (value) => encode(value, []), decode }
}
