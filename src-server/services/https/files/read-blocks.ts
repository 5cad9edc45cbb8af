import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { CertificateProblemKind } from '../../../contract/https-names.ts'

export interface GivenFile {
  /** As the owner names it. */
  readonly name: string
  readonly bytes: Buffer
}

/** A private key as it is in the file. */
export interface GivenKey {
  readonly file: string
  readonly isEncrypted: boolean
  open(passPhrase: string): KeyObject
}

export interface FileContent {
  readonly certificates: X509Certificate[]
  readonly keys: GivenKey[]
  readonly pfx: Buffer | undefined
  /** What the file has instead of certificates and keys. */
  readonly instead: CertificateProblemKind | undefined
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g
/** PKCS #12 begins with its version 3 in a sequence, PKCS #7 with its own object identifier. */
const PFX = /^30(?:[0-7].|8[1-4](?:..){1,4})020103/
const PKCS7 = /^30(?:[0-7].|8[1-4](?:..){1,4}|80)06092a864886f70d010702/
const INSTEAD: readonly (readonly [RegExp, CertificateProblemKind])[] = [
  [/CERTIFICATE REQUEST$/, 'request'],
  [/^OPENSSH PRIVATE KEY$/, 'openssh_key'],
  [/PUBLIC KEY$/, 'public_key'],
  [/^(PKCS7|PKCS #7|CMS)/, 'pkcs7'],
]

/** Finds certificates and keys in a file of any usual form. */
export function readContent({ name, bytes }: GivenFile): FileContent {
  const text = textIn(bytes)
  return text.includes('-----BEGIN ') ? readPem(name, text) : readDer(name, bytes)
}

/** The file as text: UTF-8, or UTF-16 as some editors of Windows store it. */
function textIn(bytes: Buffer): string {
  const [first, second] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x2d && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x2d)
  if (isLittle) return bytes.toString('utf16le')
  if (isBig)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  return bytes.toString('latin1')
}

function readPem(name: string, text: string): FileContent {
  const certificates: X509Certificate[] = []
  const keys: GivenKey[] = []
  let instead: CertificateProblemKind | undefined
  for (const [block, label = ''] of text.matchAll(BLOCK)) {
    const other = INSTEAD.find(([pattern]) => pattern.test(label))?.[1]
    if (other !== undefined) instead ??= other
    else if (label.endsWith('PRIVATE KEY')) keys.push(pemKey(name, block))
    else if (/^(X509 )?CERTIFICATE$/.test(label)) {
      const certificate = parsed(
        () => new X509Certificate(block.replaceAll('X509 CERTIFICATE', 'CERTIFICATE')),
      )
      if (certificate !== undefined) certificates.push(certificate)
    }
  }
  return { certificates, keys, pfx: undefined, instead }
}

function pemKey(file: string, pem: string): GivenKey {
  return {
    file,
    isEncrypted: /ENCRYPTED/.test(pem),
    open: (passphrase) => createPrivateKey({ key: pem, passphrase }),
  }
}

function readDer(name: string, bytes: Buffer): FileContent {
  const nothing = { certificates: [], keys: [], pfx: undefined, instead: undefined }
  const head = bytes.subarray(0, 20).toString('hex')
  if (PFX.test(head)) return { ...nothing, pfx: bytes }
  if (PKCS7.test(head)) return { ...nothing, instead: 'pkcs7' }
  const certificate = parsed(() => new X509Certificate(bytes))
  if (certificate !== undefined) return { ...nothing, certificates: [certificate] }
  const key = derKey(name, bytes)
  return key === undefined ? nothing : { ...nothing, keys: [key] }
}

function derKey(file: string, key: Buffer): GivenKey | undefined {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    const opened = parsed(() => createPrivateKey({ key, format: 'der', type }))
    if (opened !== undefined) return { file, isEncrypted: false, open: () => opened }
  }
  // An encrypted key begins with the identifier of PBES2 or another password-based cipher of PKCS #5 and #12.
  if (
    !/^30.{2,10}30.{2,10}06(?:092a864886f70d0105|0a2a864886f70d010c01)/.test(
      key.subarray(0, 30).toString('hex'),
    )
  )
    return undefined
  const open = (passphrase: string) => createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase })
  return { file, isEncrypted: true, open }
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
