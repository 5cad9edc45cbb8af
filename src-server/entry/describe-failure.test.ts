import { describe, expect, it } from 'vitest'
import { DataFolderError } from '../store/data-folder-error.ts'
import { describeFailure, describeFailureInChinese, findPortFailure } from './describe-failure.ts'

describe('describeFailure', () => {
  it.each<[unknown, string | RegExp]>([
    [
      Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL', address: '192.0.2.1' }),
      /^This machine has no address 192\.0\.2\.1\. .*--host/,
    ],
    [
      Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', hostname: 'no.such.name' }),
      /^This machine has no address no\.such\.name\. .*--host/,
    ],
    [new DataFolderError('The folder is in use.', '文件夹正被使用。'), 'The folder is in use.'],
    [Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 8787 }), /^Port 8787 is taken .*--port/],
    [Object.assign(new Error('listen'), { code: 'EACCES', port: 80 }), /^Port 80 may not be opened .*--port/],
    [
      Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL', address: '198.51.100.7', port: 80 }),
      /^This machine has no address 198\.51\.100\.7\. .*--host/,
    ],
    [
      Object.assign(new Error('listen'), { code: 'ENOTFOUND', hostname: 'nowhere.invalid' }),
      /^This machine has no address nowhere\.invalid/,
    ],
    [Object.assign(new Error('no such file'), { code: 'ENOENT' }), 'no such file'],
    [new Error('--data DIR is missing'), '--data DIR is missing'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('%o', (error, text) => {
    expect(describeFailure(error)).toMatch(text)
  })

  it('has the same in Chinese, where it knows the reason', () => {
    expect(describeFailureInChinese(new DataFolderError('It is in use.', '正被使用。'))).toBe('正被使用。')
    const missing = Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL', address: '192.0.2.1' })
    expect(describeFailureInChinese(missing)).toContain('192.0.2.1')
    expect(describeFailureInChinese(new Error('no such file'))).toBeUndefined()
  })

  it('finds a port that can’t be used, and no other failure', () => {
    const of = (code: string, port?: number) =>
      findPortFailure(Object.assign(new Error('x'), { code, ...(port !== undefined && { port }) }))
    expect(of('EADDRINUSE', 8787)).toEqual({ reason: 'port_taken', port: 8787 })
    expect(of('EACCES', 80)).toEqual({ reason: 'port_denied', port: 80 })
    // A file that this user may not read.
    expect(of('EACCES')).toBeUndefined()
    expect(of('ENOENT')).toBeUndefined()
  })

  it('never shows a stack', () => {
    expect(describeFailure(new Error('plain'))).not.toMatch(/\n|at /)
  })
})
