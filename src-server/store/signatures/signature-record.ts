import type { LoggedSignature } from '../signature-log.ts'

/** app, high, low, sent, api and a check word, each four bytes. */
export const RECORD_BYTES = 24

export function writeRecord(target: Buffer, at: number, record: LoggedSignature): void {
  const { app, high, low, sent, api } = record
  target.writeUInt32LE(app, at)
  target.writeUInt32LE(high, at + 4)
  target.writeUInt32LE(low, at + 8)
  target.writeUInt32LE(sent, at + 12)
  target.writeUInt32LE(api, at + 16)
  target.writeUInt32LE(checkOf(record), at + 20)
}

/** @returns undefined for bytes that no writer finished */
export function readRecord(source: Buffer, at: number): LoggedSignature | undefined {
  const record = {
    app: source.readUInt32LE(at),
    high: source.readUInt32LE(at + 4),
    low: source.readUInt32LE(at + 8),
    sent: source.readUInt32LE(at + 12),
    api: source.readUInt32LE(at + 16),
  }
  return source.readUInt32LE(at + 20) === checkOf(record) ? record : undefined
}

/** Not 0 for a record of zeros, which a power cut may leave in a file. */
function checkOf({ app, high, low, sent, api }: LoggedSignature): number {
  let check = 0x811c9dc5
  for (const word of [app, high, low, sent, api]) check = Math.imul(check ^ word, 0x01000193)
  return check >>> 0
}
