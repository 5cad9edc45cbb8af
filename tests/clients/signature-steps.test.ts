import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../build/documents/read-document.ts'
import { rc4 } from '../conformance/support/wire-crypto.ts'

const document = readDocument('docs/signature.md')
const SIGN = createHash('md5')
  .update('kami=DAY30-EXAMPLE-0001&markcode=PC-0001&t=1800000000&example-appkey-0001')
  .digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'signature-steps-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The program of a language in the document, as it is there. */
function programOf(language: string): string {
  const [, program = ''] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(document) ?? []
  expect(program).not.toBe('')
  return program
}

describe('docs/signature.md', () => {
  it.each([
    ['js', 'sign.mjs', process.execPath],
    ['python', 'sign.py', 'python3'],
    ['php', 'sign.php', 'php'],
    ['java', 'Sign.java', 'java'],
  ])('%s: the program prints the documented signature', (language, file, command) => {
    const path = join(folder, file)
    writeFileSync(path, programOf(language))
    expect(execFileSync(command, [path], { encoding: 'utf8' }).trim()).toBe(SIGN)
    expect(document).toContain(`\`${SIGN}\``)
  })

  it('mql5: the program signs the same text', () => {
    expect(programOf('mql5')).toContain('"kami=DAY30-EXAMPLE-0001&markcode=PC-0001&t=1800000000&"')
  })

  it('the encrypted call is RC4 of the plain one', () => {
    const blocks = Array.from(document.matchAll(/^ *```text\n([^]*?)^ *```$/gm), ([, text = '']) =>
      text.replaceAll(/\s+/g, ''),
    )
    const [plain = '', encrypted] = blocks
    expect(rc4(Buffer.from('example-rc4-0002'), Buffer.from(plain)).toString('hex')).toBe(encrypted)
  })
})
