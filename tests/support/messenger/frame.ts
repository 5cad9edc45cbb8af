/** A frame of the long connection, as the service's own client writes it (protobuf: pbbp2.Frame). */
export interface Frame {
  readonly service: number
  /** 0 control, 1 data. */
  readonly method: number
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer
}

/** The needed fields of a frame, by their numbers in the schema. */
const FIELD = { sequence: 1, log: 2, service: 3, method: 4, header: 5, payload: 8 } as const

export function encodeFrame({ service, method, headers, payload }: Frame): Buffer {
  const pairs = Object.entries(headers).map(([key, value]) =>
    bytes(FIELD.header, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, Buffer.from(value))])),
  )
  return Buffer.concat([
    number(FIELD.sequence, 0),
    number(FIELD.log, 0),
    number(FIELD.service, service),
    number(FIELD.method, method),
    ...pairs,
    bytes(FIELD.payload, payload),
  ])
}

export function decodeFrame(data: Buffer): Frame {
  const headers: Record<string, string> = {}
  let [service, method, payload] = [0, 0, Buffer.alloc(0)]
  for (const { field, value } of fieldsOf(data)) {
    if (field === FIELD.service && typeof value === 'number') service = value
    if (field === FIELD.method && typeof value === 'number') method = value
    if (field === FIELD.payload && typeof value !== 'number') payload = value
    if (field === FIELD.header && typeof value !== 'number') {
      const [key, text] = [...fieldsOf(value)].map((pair) => String(pair.value))
      headers[key ?? ''] = text ?? ''
    }
  }
  return { service, method, headers, payload }
}

function* fieldsOf(data: Buffer): Generator<{ field: number; value: number | Buffer<ArrayBuffer> }> {
  for (let at = 0; at < data.length;) {
    const [tag, afterTag] = readNumber(data, at)
    const [value, afterValue] = readNumber(data, afterTag)
    const isNumber = tag % 8 === 0
    at = isNumber ? afterValue : afterValue + value
    yield { field: Math.floor(tag / 8), value: isNumber ? value : Buffer.from(data.subarray(afterValue, at)) }
  }
}

function number(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)])
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(value.length)]), value])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function readNumber(data: Buffer, from: number): [value: number, next: number] {
  let [value, scale, at] = [0, 1, from]
  for (;;) {
    const byte = data[at++]!
    value += (byte % 128) * scale
    if (byte < 128) return [value, at]
    scale *= 128
  }
}
