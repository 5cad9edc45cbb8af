import { resolve } from 'node:path'

// An internal path: this is what every build runs first, and the only way to ask without building.
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'

const read = () => getConfig(resolve(import.meta.dirname, '..'), 'build/electron-builder.yml', null)
const validate = (configuration: object): Promise<void> =>
  validateConfiguration(configuration, new DebugLogger(false))

describe('the packaging', () => {
  it('is understood by electron-builder', async () => {
    await expect(validate(await read())).resolves.toBeUndefined()
  })

  it('would not be with a word misspelt', async () => {
    await expect(validate({ ...(await read()), asarUnpak: [] })).rejects.toThrow(/asarUnpak/)
  })

  it('closes the doors that Electron leaves open', async () => {
    expect((await read()).electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('ships the migrations, unpacks libraries, rebuilds nothing', async () => {
    const { files, asarUnpack, npmRebuild } = await read()
    expect(JSON.stringify(files)).toMatch(/"out\/\*\*".*"drizzle\/\*\*"/)
    expect(asarUnpack).toEqual(['**/*.node'])
    expect(npmRebuild).toBe(false)
  })

  it('leaves the data alone when the program is taken away', async () => {
    expect((await read()).nsis?.deleteAppDataOnUninstall).toBe(false)
  })
})
