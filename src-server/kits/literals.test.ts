import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KIT_TYPES, type KitType } from '../contract/application-names.ts'
import { readKitsFrom } from '../entry/adapters/kit-folder.ts'
import { fillKit } from './fill-kit.ts'
import { KIT_LANGUAGES } from './languages.ts'
import {
  quoteC,
  quoteEpl,
  quoteJava,
  quoteJavaScript,
  quoteLua,
  quoteMql,
  quotePhp,
  quotePython,
} from './quote.ts'

/** Texts that end or escape a string or a comment in some language, or are another character there. */
const HOSTILE = [
  `"]] os.execute("x") --[[`,
  `*/ system("x"); /*`,
  `';\nimport os\n"""`,
  '\\',
  '\\"',
  `\\u0022 + x + \\u0022`,
  '%s%n%%',
  '??/ ??=',
  '\r\n#define X',
  '${x} #{x} $x {$x}',
  '<?php ?> </script> <!--',
  '」”“',
  '卡密，应用密钥',
  '\u{1F680} \u2028\u2029\u0085',
  '"{{app}}"',
  '0123456789',
  '\t\x07\x7F',
]
const TEXTS = [
  ...HOSTILE,
  ...fc
    .sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { numRuns: 150, seed: 18 })
    // A text ends at its first zero in C and MQL.
    .map((text) => text.replaceAll('\0', '')),
]
const BYTES = TEXTS.map((text) => Buffer.from(text).toString('hex'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-literals-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const isThere = (tool: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, tool)))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8' })

interface Tool {
  readonly name: string
  readonly quote: (text: string) => string
  readonly file: string
  /** A program that prints the bytes of each text in hex, a line each. */
  readonly program: (literals: string) => string
  readonly command: readonly string[]
}

const TOOLS: readonly Tool[] = [
  {
    name: 'python3',
    quote: quotePython,
    file: 'texts.py',
    program: (literals) => `for text in [${literals}]:\n    print(text.encode().hex())\n`,
    command: ['python3', 'texts.py'],
  },
  {
    name: 'lua5.4',
    quote: quoteLua,
    file: 'texts.lua',
    program: (literals) =>
      `for _, text in ipairs({${literals}}) do print((text:gsub('.', function(c) return ('%02x'):format(c:byte()) end))) end`,
    command: ['lua5.4', 'texts.lua'],
  },
  {
    name: 'php',
    quote: quotePhp,
    file: 'texts.php',
    program: (literals) => `<?php foreach ([${literals}] as $text) echo bin2hex($text), "\\n";`,
    command: ['php', 'texts.php'],
  },
  {
    name: 'node',
    quote: quoteJavaScript,
    file: 'texts.mjs',
    program: (literals) => `for (const text of [${literals}]) console.log(Buffer.from(text).toString('hex'))`,
    command: [process.execPath, 'texts.mjs'],
  },
  {
    name: 'java',
    quote: quoteJava,
    file: 'Texts.java',
    program: (literals) =>
      `class Texts { public static void main(String[] a) { for (String text : new String[] {${literals}})
       System.out.println(java.util.HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))); } }`,
    command: ['java', '-XX:TieredStopAtLevel=1', 'Texts.java'],
  },
  {
    name: 'gcc',
    quote: quoteC,
    file: 'texts.c',
    program: (literals) => `#include <stdio.h>
int main(void) {
  const char *texts[] = {${literals}, 0};
  for (int i = 0; texts[i]; i++, putchar(10)) for (const char *c = texts[i]; *c; c++) printf("%02x", *c & 255);
}`,
    command: ['sh', '-c', 'gcc -trigraphs -std=c99 -Wall -Wextra -Werror -o texts texts.c && ./texts'],
  },
]

describe.each(TOOLS)('$name', ({ name, quote, file, program, command: [command = '', ...args] }) => {
  it.skipIf(name !== 'node' && !isThere(name))('reads every text unchanged', () => {
    writeFileSync(join(folder, file), program(TEXTS.map((text) => quote(text)).join(', ')))
    expect(
      run(command, ...args)
        .trimEnd()
        .split('\n'),
    ).toEqual(BYTES)
  })
})

describe('languages whose tools no machine here has', () => {
  /** As the reference of MQL says: `\x` takes one to four hex digits. */
  const readMql = (literal: string) =>
    literal
      .slice(1, -1)
      .replaceAll(/\\x([0-9A-Fa-f]{1,4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  /** 到文本 makes a text of bytes in GBK. */
  const readEpl = (literal: string) => {
    const [, numbers = ''] = /^到文本 \(\{ ([\d, ]*) \}\)$/.exec(literal) ?? []
    return new TextDecoder('gbk').decode(Uint8Array.from(numbers.split(', ').map(Number)))
  }

  it('MQL reads every text unchanged', () => {
    for (const text of TEXTS) {
      expect(quoteMql(text)).toMatch(/^"(?:[A-Za-z0-9 .:/_-]|\\x[0-9A-F]{4})*"$/)
      expect(readMql(quoteMql(text))).toBe(text)
    }
  })

  it('易语言 reads every text of GBK unchanged, and ? for another character', () => {
    const outside = /[\u{1F680}\u2028\u2029\u0085]/gu
    for (const text of HOSTILE) expect(readEpl(quoteEpl(text))).toBe(text.replaceAll(outside, '?'))
  })
})

/** The command by which a language's own tool reads the sources of a kit without running them. */
const CHECKS: Readonly<Partial<Record<KitType, (files: readonly string[]) => readonly string[]>>> = {
  c: (files) => ['gcc', '-fsyntax-only', '-std=gnu99', '-Wall', '-Wextra', ...named(files, '.c')],
  python: (files) => [
    'python3',
    '-c',
    'import ast,sys;[ast.parse(open(f,"rb").read(), feature_version=(3, 8)) for f in sys.argv[1:]]',
    ...named(files, '.py'),
  ],
  javascript: (files) => [
    'sh',
    '-c',
    'for file; do node --check "$file" || exit 1; done',
    'sh',
    ...named(files, '.mjs'),
  ],
  lua: (files) => [...READ_LUA, ...named(files, '.lua')],
  andlua1: (files) => [...READ_LUA, ...named(files, '.lua')],
  andlua2: (files) => [...READ_LUA, ...named(files, '.lua')],
}
/** A program that reads the files of its arguments without running them. */
const READ_LUA = ['sh', '-c', 'for file; do lua5.4 -e "assert(loadfile(\'$file\'))" || exit 1; done', 'sh']
const named = (files: readonly string[], ending: string) => files.filter((file) => file.endsWith(ending))

describe.each(KIT_TYPES)('the kit %s', (type) => {
  const fill = async (text: string) =>
    fillKit(await readKitsFrom(`${import.meta.dirname}/../..`)(type), KIT_LANGUAGES[type], {
      app: 10_001,
      appkey: text,
      rc4Key: text,
      version: text,
      address: `http://127.0.0.1:8787/${text}`,
      mode: 3,
      graceHours: 24,
      answerKey: text,
      answerKeyNext: text,
    })

  it('has hostile values in its literals alone', async () => {
    const calm = Object.values(await fill('calm')).join('\n')
    for (const bare of HOSTILE) {
      const text = `q${bare}q`
      const hostile = Object.values(await fill(text)).join('\n')
      if (text !== 'q0123456789q') expect(hostile).not.toContain(text)
      expect(hostile.split('\n')).toHaveLength(calm.split('\n').length)
    }
  })

  it('is a program of its language with hostile values', async () => {
    const check = CHECKS[type]
    if (check === undefined) return
    const files = await fill(HOSTILE.join('|'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const [command = '', ...args] = check(Object.keys(files))
    expect(run(command, ...args)).toBe('')
  })
})
