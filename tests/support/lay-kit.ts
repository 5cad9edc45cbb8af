import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import type { KitType } from '../../src-server/contract/application-names.ts'
import type { TestServer } from './test-server.ts'

/** Downloads a kit, filled in, as an operator does, and unpacks it. @returns the names of its files */
export async function layKit(
  server: TestServer,
  app: number,
  type: KitType,
  into: string,
): Promise<string[]> {
  const { zip } = await server.act('kit_get', { app, type })
  mkdirSync(into, { recursive: true })
  const files = Object.entries(unzipSync(Buffer.from(zip, 'base64')))
  for (const [name, bytes] of files) writeFileSync(join(into, name), bytes)
  return files.map(([name]) => name)
}
