import { describe, expect, it } from 'vitest'
import { SqlDump, type DumpRow } from './sql-dump.ts'

function read(text: string, size: number, wanted: (table: string) => boolean = () => true) {
  const dump = new SqlDump(wanted)
  const rows: DumpRow[] = []
  for (let at = 0; at < text.length; at += size) rows.push(...dump.push(text.slice(at, at + size)))
  rows.push(...dump.end())
  return {
    rows: rows.map(({ table, line, columns, values }) => [
      table,
      line,
      Object.fromEntries([...columns].map(([name, at]) => [name, values[at]])),
    ]),
    counts: Object.fromEntries(dump.counts),
  }
}

const CREATE =
  "CREATE TABLE IF NOT EXISTS `db`.`t` (`id` int, `n` varchar(9) DEFAULT 'a,b)', PRIMARY KEY (`id`), KEY `x`(`n`)) ENGINE=InnoDB;\n"

describe('the rows of a dump', () => {
  it.each([1, 2, 3, 5, 7, 64, 10_000])('are the same in pieces of %d characters', (size) => {
    const text = [
      "/*!40101 SET NAMES utf8 */;\n-- a; comment's quote\n# another one\n/* and\n one */\n",
      CREATE,
      "INSERT INTO `t` VALUES (1,'it''s \\'q\\' \\\\'),(-2.5e3,NULL),\n(0x41,_binary 'b'),(x'E4B8AD','\\Z\\0\\n\\%');",
      'DELIMITER ;;\nCREATE TRIGGER x BEGIN INSERT INTO t VALUES (9,9); END ;;\nDELIMITER ;\n',
      "insert ignore into t (`n`) values ('z') on duplicate key update n=VALUES(n);\n",
      'REPLACE INTO db.t (n, id) VALUES (TRUE, "dou""ble");\n/*!40000 ALTER TABLE `t` ENABLE KEYS */;\n',
      "INSERT INTO `other` VALUES (NOW(), (1), 'x'),(2);\n--",
    ].join('')
    expect(read(text, size, (table) => table === 't')).toEqual({
      rows: [
        ['t', 7, { id: '1', n: "it's 'q' \\" }],
        ['t', 7, { id: '-2.5e3', n: null }],
        ['t', 8, { id: 'A', n: 'b' }],
        ['t', 8, { id: '中', n: '\u001a\0\n\\%' }],
        ['t', 11, { n: 'z' }],
        ['t', 12, { n: '1', id: 'dou"ble' }],
      ],
      counts: { t: 6, other: 2 },
    })
  })

  it('any text comes back from quotes, whatever is in it', () => {
    let state = 7
    const next = (limit: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % limit
    const parts = [
      "'",
      "''",
      '\\',
      '\\\\',
      '"',
      '`',
      ';',
      ',',
      '(',
      ')',
      '\n',
      '--',
      '#',
      '/*',
      '*/',
      '中',
      '🙂',
      'a',
      '\0',
      '%',
      'NULL',
    ]
    const texts = Array.from({ length: 200 }, () =>
      Array.from({ length: next(12) }, () => parts[next(parts.length)]).join(''),
    )
    const quoted = texts.map((text, at) => {
      const escaped =
        at % 2 === 0 ? text.replaceAll('\\', '\\\\').replaceAll("'", "''") : text.replaceAll(/[\\']/g, '\\$&')
      return `(${at},'${escaped.replaceAll('\0', '\\0')}')`
    })
    const { rows } = read(`${CREATE}INSERT INTO t VALUES ${quoted.join(',')};`, 1 + next(50))
    expect(rows.map(([, , values]) => values)).toEqual(texts.map((n, at) => ({ id: String(at), n })))
  })

  it('a text without an end is refused before it fills the memory', () => {
    const dump = new SqlDump(() => true)
    dump.push(`${CREATE}INSERT INTO t VALUES (1,'`)
    expect(() => {
      for (let at = 0; at < 40; at++) dump.push('x'.repeat(1_000_000))
    }).toThrow(/line 2: a text begins here and is longer/)
  })
})
