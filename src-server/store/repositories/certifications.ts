import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Certification } from '../../domain/platform/certification.ts'
import type { CERTIFICATION } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type CertificationSort = 'id' | 'product' | 'url' | 'expires_at'

export type CertificationFilter = FilterOf<typeof CERTIFICATION>

export interface CertificationRepository {
  find(id: number): Promise<Certification | undefined>
  /** The product's certification for this host, for `rzquery`. */
  findFor(product: string, url: string): Promise<Certification | undefined>
  /** @returns undefined when the pair of product and host exists already */
  insert(certification: Omit<Certification, 'id'>): Promise<Certification | undefined>
  /** @returns `taken` when another certification has the pair */
  update(
    id: number,
    change: Partial<Omit<Certification, 'id' | 'createdAt'>>,
  ): Promise<Certification | 'taken' | undefined>
  delete(id: number): Promise<Certification | undefined>
  list(
    filter: CertificationFilter,
    now: number,
    query: ListQuery<CertificationSort>,
  ): Promise<Page<Certification>>
}
