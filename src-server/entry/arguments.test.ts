import { describe, expect, it } from 'vitest'
import { parseArguments, USAGE } from './arguments.ts'

describe('parseArguments', () => {
  it('leaves the listeners to the settings where the command line does not name them', () => {
    expect(parseArguments([])).toEqual({
      data: undefined,
      profile: undefined,
      port: undefined,
      host: undefined,
      consolePort: undefined,
      consolePublic: false,
      tlsCert: undefined,
      tlsKey: undefined,
      movePort: undefined,
      recoverOwner: false,
      machineKey: undefined,
      takeData: undefined,
      open: false,
      force: false,
      storeFile: undefined,
      telemetryStoreFile: undefined,
      sharePort: false,
      drain: undefined,
      demo: false,
    })
  })

  it('reads every option', () => {
    const given =
      '--data=/d --port 1 --host :: --console-port 65535 --console-public --tls-cert c --tls-key k --move-port 8788 --recover-owner --store-file s --telemetry-store-file t --share-port --drain 30 --open --force --demo'
    expect(parseArguments(given.split(' '))).toEqual({
      data: '/d',
      port: 1,
      host: '::',
      consolePort: 65_535,
      consolePublic: true,
      tlsCert: 'c',
      tlsKey: 'k',
      movePort: 8788,
      recoverOwner: true,
      open: true,
      force: true,
      storeFile: 's',
      telemetryStoreFile: 't',
      sharePort: true,
      drain: 30,
      demo: true,
    })
  })

  it.each([
    ['--data=', /--data DIR is missing/],
    ['--demo', /--demo needs --data/],
    ['--data d --port http', /--port http is no port/],
    ['--data d --port=-1', /--port -1 is no port/],
    ['--data d --port 65536', /--port 65536 is no port/],
    ['--data d --port 1e3', /is no port/],
    ['--data d --console-port 99999', /--console-port 99999 is no port/],
    ['--data d --move-port 70000', /--move-port 70000 is no port/],
    ['--data d --tls-key k', /--tls-key needs --tls-cert/],
    ['--data d --prot 80', /--prot/],
    ['--data d stray', /stray/],
  ])('refuses %j', (given, why) => {
    expect(() => parseArguments(given.split(' ').filter((part) => part !== ''))).toThrow(why)
  })

  it('names every option in the usage', () => {
    for (const option of [
      'data',
      'port',
      'host',
      'console-port',
      'console-public',
      'tls-cert',
      'tls-key',
      'move-port',
      'open',
    ]) {
      expect(USAGE).toContain(`--${option}`)
    }
  })
})
