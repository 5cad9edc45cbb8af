import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DECLARED_ACTIONS } from '../../contract/actions/index.ts'
import { PUBLIC_ACTIONS } from './index.ts'

/** Files that declare an action. */
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('= definePublicAction('))
  .map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_'))

const names = PUBLIC_ACTIONS.map(({ name }) => name)

/** The specification's table, with its methods. */
const SPECIFIED = {
  user: ['POST'],
  rzquery: ['POST'],
  image: ['GET', 'POST'],
  query_km: ['POST'],
  unbind_km: ['POST'],
  request_device_rebind: ['POST'],
  image_workorder: ['GET'],
}
/** Those whose answer tells whether something is there. */
const LOOKUPS = [
  ...['user', 'rzquery', 'query_km', 'unbind_km', 'request_device_rebind'],
  ...['query_device', 'request_status', 'request_withdraw', 'kit_link', 'kit_download', 'report'],
]

describe('public actions', () => {
  it('every file is listed, under its name, once', () => {
    expect([...names].sort()).toEqual(files.sort())
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(Object.entries(SPECIFIED))('%s is there, by %j', (name, methods) => {
    const action = PUBLIC_ACTIONS.find((one) => one.name === name)
    expect(action?.methods).toEqual(expect.arrayContaining(methods))
  })

  it('none has the name of an act of the console', () => {
    const console = new Set<string>([...DECLARED_ACTIONS.map(({ name }) => name), 'live'])
    expect(names.filter((name) => console.has(name))).toEqual([])
  })

  it('whatever tells what is there is limited, and has one answer time', () => {
    expect(PUBLIC_ACTIONS.filter(({ limit }) => limit === 'lookup').map(({ name }) => name)).toEqual(
      expect.arrayContaining(LOOKUPS),
    )
  })
})
