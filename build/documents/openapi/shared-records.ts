import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { bulkAnswer, bulkOutput } from '../../../src-server/contract/paging.ts'

const FOLDER = join(import.meta.dirname, '../../../src-server/contract/records')

/** The records that actions answer with, by the names of their components: `deviceRecord` is `Device`. */
export async function sharedRecords(): Promise<ReadonlyMap<string, z.ZodType>> {
  const records = new Map<string, z.ZodType>([
    ['BulkAnswer', bulkAnswer],
    ['BulkOutput', bulkOutput],
  ])
  for (const file of readdirSync(FOLDER).filter((name) => !name.endsWith('.test.ts'))) {
    const module = (await import(pathToFileURL(join(FOLDER, file)).href)) as Readonly<Record<string, unknown>>
    for (const [name, schema] of Object.entries(module))
      if (schema instanceof z.ZodObject) records.set(componentName(name), schema)
  }
  return records
}

function componentName(name: string): string {
  return name.replace(/Record$/, '').replace(/^./, (first) => first.toUpperCase())
}
