import { strFromU8, unzipSync } from 'fflate'

/** All texts of a zip, one after the other. */
export function unzip(zip: Buffer): string {
  return Object.values(unzipSync(zip))
    .map((bytes) => strFromU8(bytes))
    .join('')
}
