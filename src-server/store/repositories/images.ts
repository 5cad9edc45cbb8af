import type { ImageType } from '../../contract/platform-names.ts'

export type ImagePurpose = 'background' | 'logo' | 'request'

/** A picture without what it shows. */
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
  /** The request a customer gave it with. */
  readonly requestId: number | null
}

export interface ImageRepository {
  insert(image: StoredImage): Promise<void>
  find(id: string): Promise<StoredImage | undefined>
  delete(id: string): Promise<ImageFacts | undefined>
  count(purpose: ImagePurpose): Promise<number>
  /** The newest first. */
  list(purposes: readonly ImagePurpose[]): Promise<ImageFacts[]>
  /** The ids of each of these requests' pictures, in the order they came. */
  idsOf(requestIds: readonly number[]): Promise<Map<number, string[]>>
  countOf(requestId: number): Promise<number>
  /** Deletes some of those whose request ended before then. @returns how many */
  deleteOfEnded(before: number, limit: number): Promise<number>
}
