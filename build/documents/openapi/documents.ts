import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleDocument } from './console-document.ts'
import type { Json } from './json-schema.ts'
import { runtimeDocument } from './runtime-document.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The OpenAPI documents by their paths in the repository, as the declarations make them. */
export async function openapiDocuments(): Promise<ReadonlyMap<string, Json>> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const table = readFileSync(join(ROOT, 'docs/console-api.md'), 'utf8')
  return new Map([
    ['docs/openapi/runtime.json', runtimeDocument(version)],
    ['docs/openapi/console.json', await consoleDocument(version, table)],
  ])
}
