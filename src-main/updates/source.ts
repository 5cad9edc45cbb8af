import { z } from 'zod'

const manifest = z.object({
  updates: z.strictObject({ feed: z.url({ protocol: /^https$/ }), publicKey: z.base64().length(44) }),
})

/** The address of the feed, and the key that signs it. */
export type UpdateSource = z.output<typeof manifest>['updates']

/**
 * Reads the program's own package.json, where packaging writes it (build/packaging/overrides.ts).
 * @returns undefined for a program without updates
 */
export function findUpdateSource(packageJson: unknown): UpdateSource | undefined {
  const read = manifest.safeParse(packageJson)
  return read.success ? read.data.updates : undefined
}
