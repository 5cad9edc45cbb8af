import { MAX_IMAGE_BYTES } from '../../src-server/contract/platform-names.ts'

export interface Picture {
  readonly file: File
  /** The URL for its display, to be revoked when it goes. */
  readonly url: string
}
export type PictureProblem = 'type' | 'size'

const STARTS: readonly (readonly [at: number, bytes: readonly number[]])[][] = [
  [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]],
  [[0, [0xff, 0xd8, 0xff]]],
  [
    [0, [0x52, 0x49, 0x46, 0x46]],
    [8, [0x57, 0x45, 0x42, 0x50]],
  ],
]

/**
 * What the server would refuse, checked before the upload: the first bytes decide the type, PNG, JPEG or
 * WebP.
 */
export async function findProblem(file: Blob): Promise<PictureProblem | undefined> {
  if (file.size > MAX_IMAGE_BYTES) return 'size'
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const known = STARTS.some((start) =>
    start.every(([at, bytes]) => bytes.every((byte, index) => head[at + index] === byte)),
  )
  return known ? undefined : 'type'
}
