import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// An internal path: every build runs this check first, and without it only a build could check the file.
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'

import { overridesFrom } from './packaging/overrides.ts'

const root = resolve(import.meta.dirname, '..')
const read = () => getConfig(root, 'build/electron-builder.yml', null)
const validate = (configuration: object): Promise<void> =>
  validateConfiguration(configuration, new DebugLogger(false))

const RELEASE = {
  PULSEKEY_RELEASE: '1',
  PULSEKEY_AZURE_SIGNING: JSON.stringify({
    endpoint: 'https://weu.codesigning.azure.net',
    codeSigningAccountName: 'account',
    certificateProfileName: 'profile',
    publisherName: 'Pulsekey',
  }),
  PULSEKEY_ELECTRON_DIST: '/electron',
  PULSEKEY_ELECTRON_VERSION: '45.5.0',
  PULSEKEY_UPDATE_URL: 'https://updates.example/pulsekey.json',
  PULSEKEY_UPDATE_PUBLIC_KEY: Buffer.alloc(32).toString('base64'),
}

describe('the packaging', () => {
  it('electron-builder accepts it, with everything that the environment can add', async () => {
    await expect(validate(await read())).resolves.toBeUndefined()
    await expect(validate({ ...(await read()), ...overridesFrom(RELEASE) })).resolves.toBeUndefined()
  })

  it('electron-builder refuses a misspelt word', async () => {
    await expect(validate({ ...(await read()), asarUnpak: [] })).rejects.toThrow(/asarUnpak/)
  })

  it('makes the usual installers of each system, for the architecture of the machine or of the command line', async () => {
    const { win, mac, linux } = await read()
    // An architecture in the file would win over the command line.
    expect(win?.target).toEqual(['nsis'])
    expect(mac?.target).toEqual(['dmg', 'zip'])
    expect(linux?.target).toEqual(['AppImage', 'deb', 'tar.gz'])
  })

  it('uploads nothing, and names no update server of others', async () => {
    expect((await read()).publish).toBeNull()
  })
})

describe('the shipped files', () => {
  it.each([
    ['runAsNode', false],
    ['enableNodeOptionsEnvironmentVariable', false],
    ['enableNodeCliInspectArguments', false],
    ['enableEmbeddedAsarIntegrityValidation', true],
    ['onlyLoadAppFromAsar', true],
    ['enableCookieEncryption', true],
    ['loadBrowserProcessSpecificV8Snapshot', false],
    ['grantFileProtocolExtraPrivileges', false],
  ])('have the fuse %s at %s', async (fuse, state) => {
    expect((await read()).electronFuses).toHaveProperty(fuse, state)
  })

  it('are the bundle, the migrations and the kits; only libraries and notices lie outside the archive, and nothing is rebuilt', async () => {
    const { asar, files, asarUnpack, npmRebuild } = await read()
    expect(JSON.stringify(files)).toMatch(/"out\/\*\*".*"drizzle\/\*\*".*"src-server\/kits\/\*\/\*\*"/)
    expect(asar).toBe(true)
    expect(asarUnpack).toEqual(['**/*.node', 'out/THIRD_PARTY_NOTICES.txt'])
    expect(npmRebuild).toBe(false)
  })

  it.each([
    ['win', 'win32-${arch}', 'win32-${arch}-msvc'],
    ['mac', 'darwin-${arch}', 'darwin-${arch}'],
    ['linux', 'linux-${arch}', 'linux-${arch}-gnu'],
  ] as const)('hold on %s the libraries of that platform alone', async (platform, sqlite, argon2) => {
    const { [platform]: options } = await read()
    const { files } = options as { files: string[] | { filter: string[] }[] }
    const patterns = files.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.filter))
    // Without a positive pattern, electron-builder would take the whole project.
    expect(patterns).toEqual([
      'package.json',
      `!node_modules/better-sqlite3/prebuilds/!(${sqlite}).node`,
      `!node_modules/@node-rs/argon2-!(${argon2})/**`,
    ])
  })

  it('are checked once more before they become an installer', async () => {
    const { afterPack } = await read()
    expect(existsSync(join(root, String(afterPack)))).toBe(true)
  })

  it('the program opens pulsekey:// addresses', async () => {
    expect((await read()).protocols).toEqual([{ name: 'Pulsekey', schemes: ['pulsekey'] }])
  })

  it('there is an icon for each system', async () => {
    const { directories } = await read()
    for (const name of ['icon.ico', 'icon.icns', 'icons/512x512.png']) {
      expect(existsSync(join(root, directories?.buildResources ?? '', name)), name).toBe(true)
    }
  })
})

describe('the names on each system', () => {
  it('are those that the running program uses on Windows', async () => {
    const main = readFileSync(join(root, 'src-main/index.ts'), 'utf8')
    expect(main).toContain(`app.setAppUserModelId('${(await read()).appId}')`)
  })

  it('are one name for the file of the menu and for windows on Linux', async () => {
    const { linux } = await read()
    const { desktopName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      desktopName: string
    }
    expect(linux?.syncDesktopName).toBe(true)
    expect(desktopName).toBe(`${linux?.executableName ?? ''}.desktop`)
  })

  it('have the question of macOS about the local network, and a build without a certificate that starts', async () => {
    const { mac, electronFuses } = await read()
    expect(mac?.extendInfo).toHaveProperty('NSLocalNetworkUsageDescription')
    expect(electronFuses?.resetAdHocDarwinSignature).toBe(true)
  })
})

describe('installing', () => {
  it('asks for no administrator on Windows, and uninstalling keeps the data', async () => {
    expect((await read()).nsis).toMatchObject({
      perMachine: false,
      allowElevation: false,
      oneClick: false,
      deleteAppDataOnUninstall: false,
    })
  })

  it('lets the server through the firewall of Windows where the installer runs as administrator', async () => {
    const { nsis } = await read()
    const script = readFileSync(join(root, String(nsis?.include)), 'utf8')
    const [install = '', uninstall = ''] = script.split('!macro customUnInstall')
    for (const macro of [install, uninstall]) expect(macro).toContain('${if} $0 == "Admin"')
    expect(install).toContain('add rule ${FIREWALL_RULE} dir=in action=allow')
    expect(uninstall).toContain('delete rule ${FIREWALL_RULE}')
  })

  it('passes Apple’s gatekeeper: hardened, notarized, with the one entitlement that V8 needs', async () => {
    const { mac } = await read()
    expect(mac).toMatchObject({
      hardenedRuntime: true,
      notarize: true,
      category: 'public.app-category.business',
    })
    for (const path of [mac?.entitlements, mac?.entitlementsInherit]) {
      const rights = readFileSync(join(root, String(path)), 'utf8').matchAll(/<key>(.*?)<\/key>/g)
      expect(Array.from(rights, ([, right]) => right)).toEqual(['com.apple.security.cs.allow-jit'])
    }
  })
})
