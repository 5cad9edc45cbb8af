const AROUND = /^[\p{White_Space}\p{Cf}]+|[\p{White_Space}\p{Cf}]+$/gu

/** A code's text without the white space and the invisible format characters at its ends. */
export function readKami(text: string): string {
  return text.replace(AROUND, '')
}
