import { gzipSync } from 'node:zlib'

/** Writes dumps as tools write them from the original system's database. */

export type Cell = string | number | null
export type OriginalRow = Readonly<Record<string, Cell>>

export interface OriginalData {
  readonly apps?: readonly OriginalRow[]
  readonly appkm?: readonly OriginalRow[]
  readonly appfile?: readonly OriginalRow[]
  readonly appuser?: readonly OriginalRow[]
  readonly user?: readonly OriginalRow[]
  /** Tables that this server has no place for. */
  readonly log?: readonly OriginalRow[]
}

/** mysqldump: no columns in INSERT. phpMyAdmin and Navicat: a statement of 100 rows with columns, or one a row. */
export type DumpForm = 'mysqldump' | 'phpmyadmin' | 'navicat'

interface Column {
  readonly name: string
  readonly type: string
  readonly byDefault: Cell
}

const column = (name: string, type: string, byDefault: Cell = null): Column => ({ name, type, byDefault })
const flag = (name: string, byDefault = 'y') => column(name, "enum('y','n')", byDefault)
const whole = (name: string, byDefault: Cell = 0) => column(name, 'int(10)', byDefault)

/** The columns of the original's tables, with their defaults. */
const TABLES: Readonly<Record<keyof OriginalData, readonly Column[]>> = {
  appfile: [
    whole('id'),
    whole('uid'),
    whole('appid', 10_001),
    column('type', "enum('lanzou','other')", 'other'),
    column('file_url', 'text'),
    column('lanzou_pass', 'text'),
    column('addtime', 'timestamp', '2026-01-02 03:04:05'),
    flag('state'),
    column('note', 'varchar(255)'),
  ],
  appkm: [
    whole('id'),
    whole('upid', 1),
    whole('appid', 10_001),
    column('kami', 'varchar(32)', ''),
    column('type', "enum('code','vip','fen','single','svipcard')", 'code'),
    column('note', 'varchar(255)'),
    whole('amount', 1),
    column('user', 'varchar(64)'),
    column('use_time', 'bigint(11)'),
    column('end_time', 'bigint(11)'),
    column('addtime', 'timestamp', '2026-01-02 03:04:05'),
    flag('km_use', 'n'),
    whole('km_change'),
    column('km_time', 'varchar(10)', 'longuse'),
    column('user_ip', 'varchar(15)'),
    column('km_change_time', 'bigint(11)'),
    flag('state'),
  ],
  apps: [
    whole('id', 10_001),
    column('appkey', 'varchar(32)', 'AppKeyTest000001'),
    column('name', 'varchar(80)', 'Original'),
    column('img', 'text', './assets/img/Program/default.png'),
    column('note', 'varchar(255)'),
    column('app_gg', 'text', ''),
    column('version', 'varchar(255)', '1.0'),
    column('version_info', 'text', ''),
    flag('switch'),
    flag('ipauth'),
    flag('mi_state'),
    whole('mi_type'),
    flag('mi_sign'),
    flag('km_unmachine'),
    flag('mi_sign_in'),
    flag('print_sign', 'n'),
    whole('mi_time', 10),
    column('rc4_key', 'varchar(255)', 'Rc4KeyTest010001'),
    flag('active'),
    flag('logon_check_in'),
    flag('app_update_must', 'n'),
    column('app_update_url', 'text'),
    column('app_update_show', 'text'),
    column('app_update_url_type', "enum('lanzou','other')", 'other'),
    column('lanzou_pass', 'text'),
    whole('km_change_time', 24),
    whole('km_change_num', 1),
    whole('single_km_change_num', 1),
    whole('km_change', 3),
    whole('longuse_km_change', 3),
    column('dayprice', 'decimal(10,2)', '0.00'),
    column('total', 'varchar(32)', '0'),
    column('date', 'datetime', '2025-12-31 00:00:00'),
  ],
  appuser: [
    whole('uid'),
    whole('upid', 1),
    whole('appid', 10_001),
    column('name', 'varchar(64)', ''),
    column('user', 'varchar(64)', ''),
    column('pwd', 'varchar(64)', ''),
    column('qq', 'varchar(20)'),
    whole('fen'),
    column('rmb', 'decimal(10,2)', '0.00'),
    column('reg_time', 'datetime', '2026-01-02 03:04:05'),
    flag('status'),
  ],
  log: [
    whole('id'),
    column('uid', 'varchar(150)'),
    column('data', 'text'),
    column('date', 'datetime', '2026-01-01'),
  ],
  user: [
    whole('uid'),
    whole('upuid', 1),
    whole('power'),
    column('user', 'varchar(64)', ''),
    column('pwd', 'varchar(64)', ''),
    column('rmb', 'decimal(10,2)', '0.00'),
    column('qq', 'varchar(20)'),
    column('status', 'int(1)', 1),
  ],
}
/** mysqldump and its like sort the tables by name. */
const IN_ORDER = ['appfile', 'appkm', 'apps', 'appuser', 'log', 'user'] as const
const ROWS_OF_A_STATEMENT: Readonly<Record<DumpForm, number>> = {
  mysqldump: 5000,
  phpmyadmin: 100,
  navicat: 1,
}

export function writeDump(data: OriginalData, form: DumpForm = 'mysqldump', prefix = 'yixi_'): string {
  const parts = [HEADS[form]]
  for (const name of IN_ORDER) {
    const rows = data[name]
    if (rows === undefined) continue
    const table = `\`${prefix}${name}\``
    const columns = TABLES[name]
    const definitions = columns.map(
      (one) => `  \`${one.name}\` ${one.type} DEFAULT NULL COMMENT 'a, b) ; ''c'''`,
    )
    parts.push(
      `--\n-- Table structure for table ${table}; it's all here\n--\n\nDROP TABLE IF EXISTS ${table};\n`,
      `CREATE TABLE ${table} (\n${definitions.join(',\n')},\n  PRIMARY KEY (\`${columns[0]!.name}\`),\n` +
        `  KEY \`by_all\` (\`${columns[0]!.name}\`,\`${columns[1]!.name}\`)\n) ENGINE=InnoDB AUTO_INCREMENT=10000 DEFAULT CHARSET=utf8;\n`,
      form === 'mysqldump'
        ? `LOCK TABLES ${table} WRITE;\n/*!40000 ALTER TABLE ${table} DISABLE KEYS */;\n`
        : '',
    )
    const list = form === 'mysqldump' ? '' : ` (${columns.map((one) => `\`${one.name}\``).join(', ')})`
    const size = ROWS_OF_A_STATEMENT[form]
    for (let at = 0; at < rows.length; at += size) {
      const values = rows
        .slice(at, at + size)
        .map((row, index) => writeRow(columns, { id: at + index + 1, ...row }))
      parts.push(`INSERT INTO ${table}${list} VALUES ${values.join(form === 'mysqldump' ? ',' : ',\n')};\n`)
    }
    if (form === 'mysqldump') parts.push(`/*!40000 ALTER TABLE ${table} ENABLE KEYS */;\nUNLOCK TABLES;\n`)
  }
  if (form === 'mysqldump')
    parts.push(
      'DELIMITER ;;\n/*!50003 CREATE TRIGGER t AFTER INSERT ON x FOR EACH ROW BEGIN INSERT INTO y VALUES (NEW.id); END */;;\nDELIMITER ;\n',
      '/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n-- Dump completed',
    )
  return parts.join('')
}

export function packed(dump: string): Buffer {
  return gzipSync(dump)
}

const HEADS: Readonly<Record<DumpForm, string>> = {
  mysqldump:
    '-- MySQL dump 10.13  Distrib 5.7.44\n/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n' +
    "/*!40101 SET NAMES utf8 */;\n/*!40103 SET TIME_ZONE='+00:00' */;\n\n",
  phpmyadmin:
    '-- phpMyAdmin SQL Dump\n-- version 4.9.5\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSET time_zone = "+00:00";\n\n' +
    '/*!40101 SET NAMES utf8mb4 */;\n\n--\n-- 数据库： `yz`\n--\n',
  navicat:
    '/*\n Navicat Premium Data Transfer\n\n Source Server Type : MySQL\n Date: 01/02/2026 03:04:05\n*/\n\n' +
    'SET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS = 0;\n\n',
}

function writeRow(columns: readonly Column[], row: OriginalRow): string {
  const cells = columns.map(({ name, type, byDefault }) => {
    const cell = row[name]
    return writeCell(cell === undefined ? byDefault : cell, type)
  })
  return `(${cells.join(',')})`
}

function writeCell(cell: Cell, type: string): string {
  if (cell === null) return 'NULL'
  if (typeof cell === 'number') return /int|decimal/.test(type) ? String(cell) : `'${cell}'`
  if (/int|decimal/.test(type) && /^-?[\d.]+$/.test(cell)) return cell
  return `'${escape(cell)}'`
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\u001a': '\\Z',
}

function escape(text: string): string {
  return text.replaceAll(/[\0\n\r\\'"\u001a]/g, (one) => ESCAPED[one] ?? one)
}
