import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { updateActionTable } from './action-table.ts'

/** `npm run documents`: updates the table of actions in docs/console-api.md. */
const root = join(import.meta.dirname, '../..')
const contract = join(root, 'src-server/contract/actions')
const sources = readdirSync(contract)
  .map((name) => readFileSync(join(contract, name), 'utf8'))
  .join('\n')
const path = join(root, 'docs/console-api.md')
const updated = updateActionTable(readFileSync(path, 'utf8'), DECLARED_ACTIONS, sources)
writeFileSync(path, await format(updated, { ...(await resolveConfig(path)), filepath: path }))
