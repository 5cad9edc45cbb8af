import { z } from 'zod'

const manifest = z.object({
  updates: z.strictObject({ feed: z.url({ protocol: /^https$/ }), publicKey: z.base64().length(44) }),
})

/** Where a program's updates are told, and whose signature they bear. */
export type UpdateSource = z.output<typeof manifest>['updates']

/** Packaging writes it into the program's own package.json (build/packaging/overrides.ts). @returns undefined where there are no updates */
export function findUpdateSource(packageJson: unknown): UpdateSource | undefined {
  const read = manifest.safeParse(packageJson)
  return read.success ? read.data.updates : undefined
}
