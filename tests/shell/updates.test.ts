/**
 * An update's way: signed, announced, confirmed at each step, and installed after a backup when the desktop
 * quits.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { makeCertificate } from '../support/certificate.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { RunningApp, SOON } from './launch.ts'

const INSTALLER = Buffer.from('an installer')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = (key: typeof publicKey): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const certificate = makeCertificate()

let elsewhere: Server
let origin: string
let place: Place
let app: RunningApp
const asked: string[] = []

function feed(): string {
  const release = JSON.stringify({
    version: '99.0.0',
    releasedAt: 1,
    notes: { en: 'Faster.', zh: '更快。' },
    files: [
      {
        platform: process.platform,
        arch: process.arch,
        kind: 'deb',
        url: `${origin}/pulsekey.deb`,
        size: INSTALLER.length,
        sha512: createHash('sha512').update(INSTALLER).digest('base64'),
      },
    ],
  })
  const signature = sign(null, Buffer.from(release), privateKey).toString('base64')
  return JSON.stringify({ release, signature })
}

beforeAll(async () => {
  elsewhere = createServer(certificate, ({ url = '' }, response) => {
    asked.push(url)
    response.end(url === '/feed.json' ? feed() : INSTALLER)
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  origin = `https://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => {
  elsewhere.close()
})
beforeEach(async () => {
  asked.splice(0)
  place = await appWithFakeServer()
})
afterEach(async () => {
  await app.close()
  place.remove()
})

/** Starts the program as it is packaged with updates, on a machine that trusts the feed's certificate. */
async function start(key: typeof publicKey | undefined): Promise<void> {
  const manifest = join(place.main, '../../../package.json')
  const updates = key && { feed: `${origin}/feed.json`, publicKey: rawKey(key) }
  const packed = JSON.parse(readFileSync(manifest, 'utf8')) as object
  writeFileSync(manifest, JSON.stringify({ ...packed, updates }))
  const authority = join(place.userData, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  app = new RunningApp({ ...place, env: { NODE_EXTRA_CA_CERTS: authority } })
  await (await app.window()).waitForURL(/\/console\//)
}

const help = (): Promise<(string | undefined)[]> =>
  app.evaluate(({ Menu }) => {
    const { submenu } = Menu.getApplicationMenu()!.items.at(-1)!
    return (submenu as { label?: string }[]).map(({ label }) => label)
  })
const click = (label: string): Promise<void> =>
  app.evaluate(({ Menu }, to) => {
    Menu.getApplicationMenu()!.click(to)
  }, label)
const callsOf = (name: string): Promise<unknown[][]> =>
  app.evaluate(({ calls }, wanted) => calls.filter(([called]) => called === wanted), name)
const questions = async (): Promise<unknown[]> =>
  (await callsOf('dialog.showMessageBox')).map(([, question]) => (question as { message: string }).message)
const received = (): string => readFileSync(join(place.data, 'received'), 'utf8')

/**
 * From now on the first button is the answer, and the call is still recorded; opened files are written to a
 * file.
 */
const agree = (): Promise<void> =>
  app.evaluate(({ calls, dialog }) => {
    dialog.showMessageBox = (...args) => {
      calls.push(['dialog.showMessageBox', args.at(-1)])
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }
  })

async function makeReady(): Promise<void> {
  await agree()
  await click('Check for updates…')
  await expect.poll(help, SOON).toContain('Install version 99.0.0 on quit…')
  await click('Install version 99.0.0 on quit…')
  await expect.poll(help, SOON).toContain('Version 99.0.0 will be installed on quit')
}

/** Quits. @returns the last calls to the system */
async function quit(): Promise<unknown[]> {
  const last = join(place.userData, 'calls.json')
  await app.evaluate(({ app: electronApp, calls }, path) => {
    process.on('exit', () => {
      process.getBuiltinModule('node:fs').writeFileSync(path, JSON.stringify(calls))
    })
    electronApp.quit()
  }, last)
  expect(await app.exited).toBe(0)
  const calls = JSON.parse(readFileSync(last, 'utf8')) as unknown[][]
  return calls.filter(([name]) => name === 'shell.openPath').map(([, path]) => path)
}

it('an update is downloaded and installed only when the user agrees, after a backup, at the end of the program', async () => {
  await start(publicKey)
  await click('Check for updates…')
  await expect.poll(questions, SOON).toEqual(['Download version 99.0.0?'])
  // The user said no.
  await expect.poll(help, SOON).toContain('Download version 99.0.0…')
  expect(asked).toEqual(['/feed.json'])

  await agree()
  await click('Download version 99.0.0…')
  await expect.poll(help, SOON).toContain('Install version 99.0.0 on quit…')
  const shown = () => app.evaluate(({ Notification }) => Notification.shown.map(({ title }) => title))
  await expect.poll(shown, SOON).toEqual(['Version 99.0.0 is downloaded'])
  const installer = join(place.userData, 'updates/pulsekey.deb')
  expect(readFileSync(installer)).toEqual(INSTALLER)
  await click('Install version 99.0.0 on quit…')
  await expect.poll(help, SOON).toContain('Version 99.0.0 will be installed on quit')
  expect(await callsOf('shell.openPath')).toEqual([])

  expect(await quit()).toEqual([installer])
  expect(received()).toMatch(/back_up\nstop\n$/)
})

it('an update is not installed without a backup', async () => {
  await start(publicKey)
  await makeReady()
  writeFileSync(join(place.data, 'no-backup'), '')
  expect(await quit()).toEqual([])
  expect(received()).toMatch(/back_up\nstop\n$/)
})

it('an update that somebody else signed is not accepted', async () => {
  await start(generateKeyPairSync('ed25519').publicKey)
  await click('Check for updates…')
  await expect.poll(questions, SOON).toEqual([expect.stringMatching(/doesn’t have our signature/)])
  expect(asked).toEqual(['/feed.json'])
})

it('a program without a source of updates never mentions updates', async () => {
  await start(undefined)
  expect((await help()).filter(Boolean)).toEqual([
    ...['Manual', 'Open logs folder', 'Third-party licences', 'About Pulsekey'],
  ])
})
