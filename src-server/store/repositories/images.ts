import type { ImageType } from '../../contract/platform-names.ts'

export type ImagePurpose = 'background' | 'logo' | 'request'

/** The properties of a picture, without its bytes. */
export interface ImageFacts {
  readonly id: string
  readonly purpose: ImagePurpose
  readonly type: ImageType
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly size: number
  readonly createdAt: number
}

export interface StoredImage extends Omit<ImageFacts, 'size'> {
  readonly bytes: Uint8Array
  /** The customer's request that the picture belongs to. */
  readonly requestId: number | null
}

export interface ImageRepository {
  insert(image: StoredImage): Promise<void>
  find(id: string): Promise<StoredImage | undefined>
  delete(id: string): Promise<ImageFacts | undefined>
  count(purpose: ImagePurpose): Promise<number>
  /** The newest first. */
  list(purposes: readonly ImagePurpose[]): Promise<ImageFacts[]>
  /** The ids of the pictures of each of these requests, in the order of upload. */
  idsOf(requestIds: readonly number[]): Promise<Map<number, string[]>>
  countOf(requestId: number): Promise<number>
  /** Deletes pictures of requests that ended before that time, at most `limit`. @returns their number */
  deleteOfEnded(before: number, limit: number): Promise<number>
}
