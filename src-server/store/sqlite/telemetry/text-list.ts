import type { ByteReader, ByteWriter } from '../../telemetry/columns/byte-writer.ts'

/** Texts that rows point to, each once. */
export class TextList {
  readonly #places = new Map<string, number>()

  placeOf(text: string): number {
    let place = this.#places.get(text)
    if (place === undefined) this.#places.set(text, (place = this.#places.size))
    return place
  }

  write(to: ByteWriter): void {
    writeTexts(to, [...this.#places.keys()])
  }
}

export function writeTexts(to: ByteWriter, texts: readonly string[]): void {
  to.varint(texts.length)
  for (const text of texts) to.text(text)
}

export function readTexts(from: ByteReader): string[] {
  return Array.from({ length: from.varint() }, () => from.text())
}
