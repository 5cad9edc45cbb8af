import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { writeZip } from './zip.ts'

/** Python's own zipfile reads the archive and verifies its checksums. */
const READER =
  'import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps({i.filename:[z.read(i).decode(),i.compress_type] for i in z.infolist()}))'

function readBack(archive: Uint8Array): Record<string, [text: string, method: number]> {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-zip-'))
  try {
    writeFileSync(join(folder, 'a.zip'), archive)
    return JSON.parse(
      execFileSync('python3', ['-c', READER, join(folder, 'a.zip')], { encoding: 'utf8' }),
    ) as Record<string, [string, number]>
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('writeZip', () => {
  test('another reader finds every file unchanged: small ones stored, others deflated', () => {
    const long = '卡密 '.repeat(5000)
    expect(readBack(writeZip({ 'a.lua': 'x', 'b-2.txt': long, 'empty.txt': '' }))).toEqual({
      'a.lua': ['x', 0],
      'b-2.txt': [long, 8],
      'empty.txt': ['', 0],
    })
  })

  test('the same files make the same archive, whatever the time', () => {
    const before = writeZip({ 'a.txt': 'a' })
    vi.useFakeTimers({ now: Date.UTC(2031, 5, 1) })
    expect(writeZip({ 'a.txt': 'a' })).toEqual(before)
    vi.useRealTimers()
  })

  test('an archive without files is valid too', () => {
    expect(readBack(writeZip({}))).toEqual({})
  })

  test.each(['../a', '/a', 'a/b', 'a\\b', 'C:a', '.a', 'a\0', 'a b', ''])('refuses the name %j', (name) => {
    expect(() => writeZip({ [name]: '' })).toThrow(RangeError)
  })
})
