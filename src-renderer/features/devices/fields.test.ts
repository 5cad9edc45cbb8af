import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEVICE } from '../../../src-server/contract/subjects/device.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

/** Acts of their own set these fields. */
const BY_ACTS: readonly string[] = ['disabled', 'disable_reason']

it.each(DEVICE.edited.filter((name) => !BY_ACTS.includes(name)))(
  'the dialog of one account edits %s',
  (name) => {
    expect(read('../live/licence/EditDeviceDialog.vue')).toContain(`name: '${name}'`)
  },
)

it.each(Object.keys(DEVICE.filters))('the list of accounts has a filter by %s', (name) => {
  expect(read('device-list.ts')).toMatch(new RegExp(`\\('${name}',|name: '${name}'|${name}Filter\\(`))
})
