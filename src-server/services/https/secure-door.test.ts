import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { CertificateFolder } from '../../../tests/support/certificate-files.ts'
import { QUIET_LOG } from '../../../tests/support/storage-watch.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import type { Listeners, SecureSettings } from '../platform/listeners.ts'
import { SecureDoor } from './secure-door.ts'

const folder = new CertificateFolder()
folder.authority('root')
folder.issue('one', 'root')
afterAll(() => {
  folder.remove()
})

const { https, listeners: plain } = DEFAULT_SETTINGS
const settingsOf = (mode: 'off' | 'files') => ({
  https: { ...https, mode, cert: folder.at('one.pem'), key: folder.at('one.key') },
  listeners: plain,
})

/** A door whose listener only remembers whether it was opened or closed. */
function aDoor() {
  const asked: ('open' | 'closed')[] = []
  let secure = ''
  const openSecure = (wanted: SecureSettings | undefined) => {
    asked.push(wanted === undefined ? 'closed' : 'open')
    const before = secure
    secure = wanted === undefined ? '' : 'https://127.0.0.1'
    const undo = () => {
      secure = before
      return Promise.resolve()
    }
    return Promise.resolve({ settle: () => undefined, undo })
  }
  const listeners = {
    get urls() {
      return { public: '', secure, console: '' }
    },
    openSecure,
  } as Partial<Listeners> as Listeners
  const door = new SecureDoor({
    listeners,
    keys: { find: () => Promise.resolve(undefined) },
    readFile: (path) => readFileSync(path),
    log: QUIET_LOG,
  })
  return { door, asked }
}

it.each([
  ['settled', 'off'],
  ['undone', 'files'],
] as const)('a look waits for a change to be %s, and follows the settings of then: %s', async (end, mode) => {
  const { door, asked } = aDoor()
  await door.look(() => settingsOf('files'))
  let current = settingsOf('files')
  const change = await door.prepare(settingsOf('off'))
  const looked = door.look(() => current)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual(['open', 'closed'])
  current = settingsOf(mode)
  if (end === 'settled') change.settle()
  else await change.undo()
  await looked
  expect(asked).toEqual(['open', 'closed'])
  expect(door.served === undefined).toBe(mode === 'off')
})

it('a look goes on after a change that was refused', async () => {
  const { door, asked } = aDoor()
  const broken = { ...settingsOf('files').https, key: '' }
  await expect(door.prepare({ https: broken, listeners: plain })).rejects.toThrow()
  await door.look(() => settingsOf('off'))
  expect(asked).toEqual([])
})
