import { chmodSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CertificateRefused,
  describeProblem,
} from '../../src-server/services/https/files/certificate-problem.ts'
import { factsOf, warningsOf, type TlsIdentity } from '../../src-server/services/https/files/identity.ts'
import { CertificateFiles } from '../../src-server/services/https/files/read-files.ts'
import { presentedBy } from '../../src-server/services/https/files/presented-by.ts'
import { CertificateFolder } from '../support/certificate-files.ts'

let folder: CertificateFolder
/** The fingerprint that openssl itself prints. */
let print: string

beforeAll(() => {
  folder = new CertificateFolder()
  folder.authority('root')
  folder.issue('middle', 'root', 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign')
  folder.issue('leaf', 'middle')
  folder.issue('other', 'middle')
  print = new X509Certificate(folder.read('leaf.pem')).fingerprint256
})
afterAll(() => {
  folder.remove()
})

const text = (name: string) => folder.read(name).toString()
function read(cert: string, key = '', passPhrase = ''): Promise<TlsIdentity> {
  const at = (name: string) => (name === '' ? '' : folder.at(name))
  return new CertificateFiles((path) => readFileSync(path)).read({ cert: at(cert), key: at(key), passPhrase })
}
async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof CertificateRefused)) throw new Error('not refused', { cause: error })
  return error.problem.kind
}

/** A client gets the certificate of the server and of its issuer, in this order. */
async function expectServed(identity: TlsIdentity, length = 2): Promise<void> {
  const shown = await presentedBy(identity.material)
  expect(shown[0]?.fingerprint256).toBe(print)
  expect(identity.leaf.fingerprint256).toBe(print)
  expect(shown).toHaveLength(length)
}

describe('forms of files that people have', () => {
  it('PEM with its chain and the key beside it', async () => {
    folder.write('chain.pem', text('leaf.pem') + text('middle.pem'))
    await expectServed(await read('chain.pem', 'leaf.key'))
  })

  it('PEM in the wrong order, with the root, with Windows line ends, and the key between', async () => {
    const all = text('root.pem') + text('middle.pem') + text('leaf.key') + text('leaf.pem')
    folder.write('mixed.pem', all.replaceAll('\n', '\r\n'))
    await expectServed(await read('mixed.pem'))
  })

  it('PEM in UTF-16 of either order, and in UTF-8 with a mark', async () => {
    const content = Buffer.from(`\ufeff${text('leaf.pem')}${text('middle.pem')}`, 'utf16le')
    folder.write('little.pem', content)
    await expectServed(await read('little.pem', 'leaf.key'))
    folder.write('big.pem', Buffer.from(content).swap16())
    await expectServed(await read('big.pem', 'leaf.key'))
    folder.write('marked.key', `\ufeff${text('leaf.key')}`)
    await expectServed(await read('little.pem', 'marked.key'))
  })

  it('DER, with the key in DER', async () => {
    folder.openssl('x509', '-in', 'leaf.pem', '-outform', 'DER', '-out', 'leaf.der')
    folder.openssl('pkey', '-in', 'leaf.key', '-outform', 'DER', '-out', 'leaf.key.der')
    await expectServed(await read('leaf.der', 'leaf.key.der'), 1)
    folder.openssl('ec', '-in', 'leaf.key', '-outform', 'DER', '-out', 'leaf.sec1.der')
    await expectServed(await read('leaf.der', 'leaf.sec1.der'), 1)
  })

  it('an encrypted key with its pass phrase', async () => {
    folder.openssl('pkey', '-in', 'leaf.key', '-aes256', '-passout', 'pass:秘密 1', '-out', 'closed.key')
    await expectServed(await read('chain.pem', 'closed.key', '秘密 1'))
    folder.openssl('ec', '-in', 'leaf.key', '-aes128', '-passout', 'pass:old', '-out', 'closed-old.key')
    await expectServed(await read('chain.pem', 'closed-old.key', 'old'))
    folder.openssl(
      'pkcs8',
      '-topk8',
      '-in',
      'leaf.key',
      '-outform',
      'DER',
      '-passout',
      'pass:p',
      '-out',
      'closed.der',
    )
    await expectServed(await read('chain.pem', 'closed.der', 'p'))
  })

  it('PFX with and without a pass phrase', async () => {
    const make = (pass: string, out: string) => {
      folder.openssl(
        'pkcs12',
        '-export',
        '-in',
        'leaf.pem',
        '-inkey',
        'leaf.key',
        '-certfile',
        'middle.pem',
        '-passout',
        `pass:${pass}`,
        '-out',
        out,
      )
    }
    make('phrase', 'leaf.pfx')
    make('', 'open.p12')
    await expectServed(await read('leaf.pfx', '', 'phrase'))
    await expectServed(await read('open.p12'))
  })
})

describe('files that can not be served', () => {
  it('names what is wrong with a file', async () => {
    folder.write('empty.pem', '')
    folder.write('text.pem', 'hello')
    folder.openssl('pkey', '-in', 'leaf.key', '-pubout', '-out', 'public.pem')
    folder.openssl('crl2pkcs7', '-nocrl', '-certfile', 'chain.pem', '-out', 'chain.p7b')
    folder.openssl(
      'crl2pkcs7',
      '-nocrl',
      '-certfile',
      'chain.pem',
      '-outform',
      'DER',
      '-out',
      'chain.p7b.der',
    )
    folder.write('ssh.key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----\n')
    expect(await problemOf(read('nowhere.pem', 'leaf.key'))).toBe('missing')
    expect(await problemOf(read('empty.pem', 'leaf.key'))).toBe('empty')
    expect(await problemOf(read('text.pem', 'leaf.key'))).toBe('unknown_form')
    expect(await problemOf(read('leaf.csr', 'leaf.key'))).toBe('request')
    expect(await problemOf(read('leaf.pem', 'public.pem'))).toBe('public_key')
    expect(await problemOf(read('leaf.pem', 'ssh.key'))).toBe('openssh_key')
    expect(await problemOf(read('chain.p7b', 'leaf.key'))).toBe('pkcs7')
    expect(await problemOf(read('chain.p7b.der', 'leaf.key'))).toBe('pkcs7')
    expect(await problemOf(read('leaf.key', 'leaf.key'))).toBe('no_certificate')
    expect(await problemOf(read('chain.pem'))).toBe('no_key')
    expect(await problemOf(read('chain.pem', 'middle.pem'))).toBe('no_key')
    expect(await problemOf(read('chain.pem', 'other.key'))).toBe('other_key')
  })

  it('names what is wrong with a pass phrase', async () => {
    expect(await problemOf(read('chain.pem', 'closed.key'))).toBe('encrypted')
    expect(await problemOf(read('chain.pem', 'closed.key', 'wrong'))).toBe('wrong_pass_phrase')
    expect(await problemOf(read('chain.pem', 'closed.der'))).toBe('encrypted')
    expect(await problemOf(read('leaf.pfx'))).toBe('encrypted')
    expect(await problemOf(read('leaf.pfx', '', 'wrong'))).toBe('wrong_pass_phrase')
  })

  it('names ciphers and keys from before 2010', async () => {
    const old = ['-legacy', '-keypbe', 'PBE-SHA1-RC2-40', '-certpbe', 'PBE-SHA1-RC2-40']
    folder.openssl(
      'pkcs12',
      '-export',
      ...old,
      '-in',
      'leaf.pem',
      '-inkey',
      'leaf.key',
      '-passout',
      'pass:p',
      '-out',
      'old.pfx',
    )
    expect(await problemOf(read('old.pfx', '', 'p'))).toBe('old_pfx')
    folder.openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:1024',
      '-nodes',
      '-keyout',
      'short.key',
      '-out',
      'short.pem',
      '-subj',
      '/CN=a',
    )
    expect(await problemOf(read('short.pem', 'short.key'))).toBe('weak')
  })

  it.skipIf(process.getuid?.() === 0)('names a file that may not be read', async () => {
    chmodSync(folder.write('closed.pem', 'x'), 0)
    expect(await problemOf(read('closed.pem', 'leaf.key'))).toBe('unreadable')
  })

  it('says the command that mends it, and never the pass phrase', async () => {
    const said = await read('chain.pem', 'closed.key', 'wrong-phrase').catch(String)
    expect(said).toContain('openssl pkey')
    expect(said).not.toContain('wrong-phrase')
    expect(describeProblem({ kind: 'encrypted', file: 'a.key', detail: '' })).toContain(
      'openssl pkey -in a.key -out',
    )
  })
})

describe('certificates that can be served, with a warning', () => {
  const warn = async (cert: string, host: string, now: number, roots: readonly X509Certificate[] = []) => {
    const identity = await read(cert, 'leaf.key')
    const found = warningsOf(identity, { file: cert, now, host, roots: () => roots })
    return found.map(({ kind, detail }) => [kind, detail])
  }
  const now = () => factsOf(new X509Certificate(folder.read('leaf.pem'))).from + 60

  it('an ended one, one of tomorrow, one of another name, one without its issuer', async () => {
    expect(await warn('chain.pem', 'ea.example.com', now())).toEqual([])
    expect((await warn('chain.pem', '', now() + 31 * 86_400))[0]?.[0]).toBe('ended')
    expect((await warn('chain.pem', '', now() - 3600))[0]?.[0]).toBe('not_yet')
    expect(await warn('chain.pem', 'www.example.com', now())).toEqual([['wrong_name', 'www.example.com']])
    expect(await warn('chain.pem', '127.0.0.1', now())).toEqual([])
    expect(await warn('chain.pem', '192.0.2.1', now())).toEqual([['wrong_name', '192.0.2.1']])
    expect(await warn('leaf.pem', 'ea.example.com', now())).toEqual([['no_issuer', 'middle']])
    const middle = new X509Certificate(folder.read('middle.pem'))
    expect(await warn('leaf.pem', 'ea.example.com', now(), [middle])).toEqual([])
  })

  it('shows the fingerprints that openssl shows', async () => {
    const { leaf } = await read('chain.pem', 'leaf.key')
    folder.openssl('x509', '-in', 'leaf.pem', '-noout', '-pubkey', '-out', 'leaf.pub')
    folder.openssl('pkey', '-pubin', '-in', 'leaf.pub', '-outform', 'DER', '-out', 'leaf.pub.der')
    folder.openssl('dgst', '-sha256', '-c', '-out', 'digest', 'leaf.pub.der')
    const digest = text('digest').trim().split(' ').at(-1)
    expect(factsOf(leaf)).toMatchObject({
      sha256: print,
      key_sha256: digest?.toUpperCase(),
      names: ['ea.example.com', 'localhost', '127.0.0.1'],
      issuer: 'middle',
      self_signed: false,
    })
  })
})
