import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { exitOf, requireTool, startNode } from '../launch/tool.ts'
import { updateActionTable } from './action-table.ts'
import { openapiDocuments } from './openapi/documents.ts'
import { REFERENCES, updateReference } from './reference/update-reference.ts'

/** `npm run documents`: updates the table of actions in docs/console-api.md, the declared parts of the
 * references, and docs/openapi. */
const root = join(import.meta.dirname, '../..')
const contract = join(root, 'src-server/contract/actions')
const sources = readdirSync(contract)
  .map((name) => readFileSync(join(contract, name), 'utf8'))
  .join('\n')
/** Files to format in the end. */
const written: string[] = []
const path = join(root, 'docs/console-api.md')
const updated = updateActionTable(readFileSync(path, 'utf8'), DECLARED_ACTIONS, sources)
write(path, updated)

for (const [name, declared] of REFERENCES)
  write(join(root, name), updateReference(readFileSync(join(root, name), 'utf8'), declared))

mkdirSync(join(root, 'docs/openapi'), { recursive: true })
for (const [name, document] of await openapiDocuments()) write(join(root, name), JSON.stringify(document))

process.exitCode = await exitOf(startNode([requireTool('oxfmt'), ...written]))

function write(path: string, text: string): void {
  writeFileSync(path, text)
  written.push(path)
}
