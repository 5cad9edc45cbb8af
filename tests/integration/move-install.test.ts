import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LINUX_PARTS, type LinuxPart } from '../../src-server/entry/move/linux-parts.ts'
import { serviceUnit } from '../../src-server/entry/move/service-unit.ts'
import { parseArguments } from '../../src-server/entry/arguments.ts'
import { freePort } from '../support/free-port.ts'
import { layProgram } from '../support/lay-program.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { openLoopback, urlOf } from '../support/loopback.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const settings = (unit: string, name: string): string[] =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value ?? '')

describe('the parts for Linux', () => {
  it('have the checksums of package-lock.json', () => {
    const lock = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
    ) as {
      packages: Record<string, { version: string; integrity: string }>
    }
    for (const { tarball, integrity } of LINUX_PARTS) {
      const [, name = '', version] = /^(.+)\/-\/.*-(\d+\.\d+\.\d+)\.tgz$/.exec(tarball) ?? []
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version, integrity })
    }
    expect(LINUX_PARTS).toHaveLength(6)
  })
})

describe('the service', () => {
  const unit = serviceUnit({ lowPorts: false })

  it('runs the server as a user of its own, with known arguments on the folder that it owns', () => {
    const [node, , script, ...args] = settings(unit, 'ExecStart')[0]!.split(' ')
    expect([node, script]).toEqual(['/opt/pulsekey/node/bin/node', '/opt/pulsekey/out/main/serve.js'])
    expect(parseArguments(args)).toMatchObject({
      data: '/var/lib/pulsekey',
      consolePort: 8788,
      port: undefined,
    })
    expect([settings(unit, 'User'), settings(unit, 'StateDirectory')]).toEqual([['pulsekey'], ['pulsekey']])
    expect(settings(unit, 'LoadCredential')).toEqual(['pulsekey-machine-key:/etc/pulsekey/machine.key'])
  })

  it('is confined as the service of the documents is', () => {
    const other = readFileSync(resolve(import.meta.dirname, '../../build/headless/pulsekey.service'), 'utf8')
    const confinement = (text: string) =>
      text
        .slice(text.indexOf('ProtectSystem='), text.indexOf('[Install]'))
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .sort()
    expect(confinement(unit)).toEqual(confinement(other))
    expect(unit).toContain('NoNewPrivileges=yes')
  })

  it('has the right to low ports only where the server opens some', () => {
    const low = serviceUnit({ lowPorts: true })
    expect(settings(low, 'AmbientCapabilities')).toEqual(['CAP_NET_BIND_SERVICE'])
    expect(settings(low, 'PrivateUsers')).toEqual([])
    expect(settings(unit, 'CapabilityBoundingSet')).toEqual([''])
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('is right for systemd itself', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-unit-'))
    for (const lowPorts of [false, true]) {
      const file = join(folder, 'pulsekey.service')
      writeFileSync(file, serviceUnit({ lowPorts }))
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      // The program is not installed here.
      expect(stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line))).toEqual([])
    }
    rmSync(folder, { recursive: true })
  })
})

describe.skipIf(process.platform !== 'linux')('the installer', () => {
  let home: string
  let old: TestServer
  let registry: Server
  let asked: string[]
  let recoveryKey: string
  let bundle: string
  let port: number
  const root = () => join(home, 'machine')
  const logged = () => readFileSync(join(home, 'calls'), 'utf8').trim().split('\n')

  /** The commands of the system that a test must not run, and a service manager that starts the program of the unit. */
  function layStandIns(): void {
    const bin = join(home, 'bin')
    mkdirSync(bin)
    const lay = (name: string, script: string): void => {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${home}/calls'\n${script}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    lay('id', '[ "$1" = -u ] && echo 0 && exit 0; exit 1')
    lay('useradd', '')
    lay('chown', '')
    lay('ufw', 'echo "Status: active"')
    lay('hostname', 'echo "203.0.113.7 10.0.0.2"')
    const unit = `${root()}/etc/systemd/system/pulsekey.service`
    lay(
      'systemctl',
      `[ "$1" = enable ] || exit 0
mkdir -p '${home}/credentials'
cp '${root()}/etc/pulsekey/machine.key' '${home}/credentials/pulsekey-machine-key'
command=$(sed -n 's/^ExecStart=//p' '${unit}' | sed 's#/opt/#${root()}/opt/#g; s#/var/#${root()}/var/#g; s#8788#0#')
CREDENTIALS_DIRECTORY='${home}/credentials' nohup $command > '${home}/service.out' 2>&1 &
echo $! > '${home}/service.pid'`,
    )
  }

  /** A package of the registry with Node in it, as a script that runs this Node. */
  function layNode(): { tarball: Buffer; part: LinuxPart } {
    mkdirSync(join(home, 'node/package/bin'), { recursive: true })
    writeFileSync(join(home, 'node/package/bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
    execFileSync('tar', ['-czf', join(home, 'node.tgz'), '-C', join(home, 'node'), 'package'])
    const tarball = readFileSync(join(home, 'node.tgz'))
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
    const names = { tarball: 'node/-/node.tgz', member: 'package/bin/node', place: 'node/bin/node' }
    return { tarball, part: { arch, integrity, ...names } }
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'pulsekey-install-'))
    writeFileSync(join(home, 'calls'), '')
    layStandIns()
    const { tarball, part } = layNode()
    asked = []
    let first = true
    registry = createServer((request, response) => {
      asked.push(request.url ?? '')
      // The first registry has another file of that name.
      response.end(first ? Buffer.concat([tarball, Buffer.from('x')]) : tarball)
      first = false
    })
    await openLoopback(registry)
    layProgram(join(home, 'program'))
    old = await TestServer.start()
    old.bundle = { root: join(home, 'program'), linuxParts: [part] }
    await old.close()
    await old.open()
    await old.act('app_create', { name: 'Gold Grid' })
    await old.act('step_up', { password: OWNER_PASSWORD })
    recoveryKey = (await old.act('recovery_key_show', {})).recovery_key
    await old.act('move_begin', { recovery_key: recoveryKey })
    await until(async () => (await fetch(`${old.running.publicUrl}/api.php`)).status === 503, 'the move')
    await old.act('move_bundle', {})
    const made = await until(async () => (await old.act('move_get', {})).bundle ?? false, 'the bundle')
    execFileSync('tar', ['-xzf', made.path, '-C', home])
    bundle = join(home, 'pulsekey-move')
    port = await freePort()
    // On one machine both servers can't have one port.
    const manifest = join(bundle, 'move.json')
    writeFileSync(manifest, JSON.stringify({ at: 0, publicPort: port, ports: [port, 443] }))
  })
  afterAll(async () => {
    registry.close()
    if (existsSync(join(home, 'service.pid')))
      process.kill(Number(readFileSync(join(home, 'service.pid'), 'utf8')), 'SIGKILL')
    await old.end()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  async function install(input: string): Promise<{ code: number | null; out: string; err: string }> {
    const registryUrl = urlOf(registry)
    const child = spawn('sh', [join(bundle, 'install.sh')], {
      env: {
        ...process.env,
        PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
        PULSEKEY_ROOT: root(),
        PULSEKEY_REGISTRY: `${registryUrl} ${registryUrl}`,
      },
    })
    child.stdin.end(input)
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out, err }
  }

  it('installs nothing final without the recovery key, and names the way on', async () => {
    const { code, err } = await install('x\n')
    expect(code).toBe(1)
    expect(err).toContain('Run the script again')
    expect(existsSync(join(root(), 'var/lib/pulsekey/pulsekey.db'))).toBe(false)
    expect(existsSync(join(root(), 'var/lib/pulsekey/incoming'))).toBe(false)
    // The wrong file of the first registry was refused by its checksum.
    expect(asked).toEqual(['/node/-/node.tgz', '/node/-/node.tgz'])
  })

  it('makes a user, puts program, key, data and service in their places, and starts', async () => {
    const { code, out, err } = await install(`${recoveryKey}\n`)
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`http://203.0.113.7:${port}/`)
    expect(out).toContain('ssh -L 8788:127.0.0.1:8788 root@203.0.113.7')
    expect(logged()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^useradd --system .*--shell \/usr\/sbin\/nologin pulsekey$/),
        'systemctl daemon-reload',
        'systemctl enable --now pulsekey',
        `ufw allow ${port}/tcp`,
        'ufw allow 443/tcp',
        `chown -R pulsekey:pulsekey ${root()}/var/lib/pulsekey`,
      ]),
    )
    const rights = (path: string): number => statSync(join(root(), path)).mode & 0o777
    expect(rights('etc/pulsekey/machine.key')).toBe(0o600)
    expect(rights('var/lib/pulsekey')).toBe(0o700)
    // Everybody may read the program, nobody but root may write it.
    expect(rights('opt/pulsekey/out/main/serve.js')).toBe(0o644)
    expect(rights('opt/pulsekey/node/bin/node')).toBe(0o755)
    // The key is a credential, and no file beside the data.
    expect(existsSync(join(root(), 'var/lib/pulsekey/machine.key'))).toBe(false)
    expect(existsSync(join(root(), 'var/lib/pulsekey/incoming'))).toBe(false)
  })

  it('the new server decides, and the old one finds it', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api.php?api=ini&app=10001`)
    expect(reply.status).toBe(200)
    await old.act('step_up', { password: OWNER_PASSWORD })
    const to = `http://127.0.0.1:${port}/`
    expect(await old.act('move_finish', { to })).toMatchObject({ state: 'moved', to })
  })

  it('run again by mistake, changes no data of another server', async () => {
    writeFileSync(join(root(), 'var/lib/pulsekey/moved-in'), 'other')
    const { code, err } = await install(`${recoveryKey}\n`)
    expect(code).toBe(1)
    expect(err).toContain('Nothing was changed')
  })
})
