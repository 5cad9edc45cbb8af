import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import type { TestServer } from './test-server.ts'

/** The backup that the server restored last. Undefined where there is none, and while the accounts load after a restore. */
export async function restored(server: TestServer): Promise<ActionOutput<'health'>['restored'] | undefined> {
  const { code, msg } = await (await server.owner()).try('health', {})
  if (code === 503) return undefined
  if (code !== 200) throw new Error(`health answered ${code} ${JSON.stringify(msg)}`)
  return (msg as ActionOutput<'health'>).restored
}
