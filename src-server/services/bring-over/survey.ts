import type { BringAnswer } from '../../contract/bring-over-names.ts'
import type { BringReport } from '../../contract/records/bring-over.ts'
import type { Application } from '../../domain/application/application.ts'
import type { BroughtAgent, BroughtApp, BroughtRow } from '../../domain/bring-over/item.ts'
import { needsRsaKey, withoutEncryption } from '../../domain/bring-over/php-application.ts'
import { findRsaKey } from '../../wire/cipher/rsa/private-key.ts'

/** The facts of a file that its rows need before they are taken: a dump has the codes before their applications. */
export class Survey {
  readonly apps = new Map<number, BroughtApp>()
  readonly agents = new Map<string, BroughtAgent>()
  readonly #codes = new Map<number, number>()
  readonly #sellers = new Set<string>()

  look(row: BroughtRow): void {
    if (row.kind === 'app') {
      const hasKey = findRsaKey(row.settings.rsaPrivateKey) !== undefined
      const app = needsRsaKey(row) && !hasKey ? withoutEncryption(row) : row
      // A copy: a text of the file holds the whole piece of the file that it is a part of.
      if (!this.apps.has(row.app)) this.apps.set(row.app, structuredClone(app))
    } else if (row.kind === 'agent') {
      const agent = structuredClone(row)
      this.agents.set(agent.id, agent)
    } else if (row.kind === 'code') {
      this.#codes.set(row.app, (this.#codes.get(row.app) ?? 0) + 1)
      if (row.agent !== '' && !this.#sellers.has(row.agent)) this.#sellers.add(structuredClone(row.agent))
    }
  }

  codesOf(app: number): number {
    return this.#codes.get(app) ?? 0
  }

  /** An ordinary member of the old site is no agent, unless codes are theirs. */
  isAgent({ id, isAgent }: BroughtAgent): boolean {
    return isAgent || this.#sellers.has(id)
  }
}

/** The destination of the rows of an application of the file. */
export type Target =
  /** It is here already, with the same key: an import that goes on. */
  | { readonly kind: 'same' | 'merge'; readonly app: number }
  /** It is made, under its own number, or under a new one where the number is undefined. */
  | { readonly kind: 'make'; readonly app: number | undefined }
  | { readonly kind: 'leave' }

/** @param here the application that has the number here */
export function targetOf(
  brought: BroughtApp,
  here: Application | undefined,
  answer: BringAnswer | undefined,
): Target {
  if (here === undefined) return { kind: 'make', app: brought.app }
  if (isSameApp(brought, here)) return { kind: 'same', app: here.id }
  switch (answer) {
    case 'merge':
      return { kind: 'merge', app: here.id }
    case 'new_number':
      return { kind: 'make', app: undefined }
    case 'leave':
    case undefined:
      return { kind: 'leave' }
  }
}

/** Programs of both have the same key compiled in. */
export function isSameApp(brought: BroughtApp, here: Application): boolean {
  return brought.appkey !== '' && (brought.appkey === here.appkey || brought.appkey === here.previousAppkey)
}

/** The applications of the report. @param became their numbers here, once they are taken */
export function applicationsOf(
  survey: Survey,
  find: (app: number) => Application | undefined,
  became: ReadonlyMap<number, number>,
): BringReport['applications'] {
  return [...survey.apps.values()].map((brought) => {
    const here = find(brought.app)
    return {
      app: brought.app,
      name: brought.settings.name,
      codes: survey.codesOf(brought.app),
      here: here === undefined ? null : { name: here.name, same: isSameApp(brought, here) },
      became: became.get(brought.app) ?? null,
      remarks: [...brought.remarks],
    }
  })
}
