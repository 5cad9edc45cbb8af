import { DataFolderError } from '../data-folder-error.ts'
import { codeOf, isGone } from './failures.ts'
import type { PostgresPlace } from './pool.ts'
import { withClient } from './with-client.ts'

const OLDEST = 14
const ENCODING = 'UTF8'

/** SQLSTATE codes of a refused connection, and what to do about each. */
const REFUSALS: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  '28P01': ['The password is wrong.', '密码错误。'],
  '28000': [
    'The server does not let this user in: look at its pg_hba.conf.',
    '服务器不允许该用户登录：请检查其 pg_hba.conf。',
  ],
  '3D000': ["The database doesn't exist: create it first.", '该数据库不存在：请先创建。'],
  '53300': [
    'The server has no free connection: raise max_connections.',
    '服务器没有空闲连接：请调高 max_connections。',
  ],
}

const UNTRUSTED = [
  "The server's certificate is of an authority that this machine doesn't trust: name the authority with sslrootcert=FILE.",
  '服务器证书的颁发机构不受本机信任：请用 sslrootcert=文件 指定颁发机构。',
] as const
const OF_CERTIFICATES: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "The server's certificate is for another name: use the name of the certificate as the host.",
    '服务器证书属于其他名称：请将证书中的名称用作主机名。',
  ],
  CERT_HAS_EXPIRED: ["The server's certificate has expired: renew it.", '服务器证书已过期：请更新。'],
}
/** The driver gives this error no code. */
const NO_TLS = /does not support SSL/
const WITHOUT_TLS = [
  'The server has no TLS: set ssl = on, ssl_cert_file and ssl_key_file in its postgresql.conf.',
  '服务器未启用 TLS：请在 postgresql.conf 中设置 ssl = on、ssl_cert_file 和 ssl_key_file。',
] as const

interface Facts {
  readonly version: number
  readonly encoding: string
  /** The schemas in which the user may not create tables, or which it may not create. */
  readonly refused: readonly string[]
  readonly isStandby: boolean
}

const FACTS = `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS "isStandby",
  ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE NOT CASE WHEN to_regnamespace(name) IS NULL
    THEN has_database_privilege(current_database(), 'CREATE')
    ELSE has_schema_privilege(name, 'CREATE') END) AS refused`

/**
 * Connects once, and refuses a server that can't hold the data.
 * @param name of the database, for people: without the password
 * @param schemas that get tables
 * @throws DataFolderError that says what to do
 */
export async function checkServer(
  place: PostgresPlace,
  name: string,
  schemas: readonly string[] = ['public'],
): Promise<void> {
  const { version, encoding, refused, isStandby } = await readFacts(place, name, schemas)
  if (version < OLDEST)
    throw new DataFolderError(
      `The database server of ${name} is PostgreSQL ${version}. Use version ${OLDEST} or newer.`,
      `${name} 的数据库服务器是 PostgreSQL ${version}。请使用 ${OLDEST} 或更新版本。`,
    )
  if (encoding !== ENCODING)
    throw new DataFolderError(
      `The database ${name} has the encoding ${encoding}. Create one with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`,
      `数据库 ${name} 的编码是 ${encoding}。请这样新建数据库：CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`,
    )
  if (isStandby)
    throw new DataFolderError(
      `The database server of ${name} is a standby, which can't be written to. Name the primary, or several hosts' common address.`,
      `${name} 的数据库服务器是备库，不能写入。请指定主库，或多台主机的统一地址。`,
    )
  if (refused.length > 0)
    throw new DataFolderError(
      `The user may not create tables in ${name} (schema ${refused.join(', ')}). Make the user its owner: ALTER DATABASE name OWNER TO user`,
      `该用户不能在 ${name}（模式 ${refused.join('、')}）中创建表。请将其设为数据库所有者：ALTER DATABASE name OWNER TO user`,
    )
}

async function readFacts(place: PostgresPlace, name: string, schemas: readonly string[]): Promise<Facts> {
  try {
    const { rows } = await withClient(place, (client) => client.query<Facts>(FACTS, [schemas]))
    if (rows[0] === undefined) throw new Error('the server said nothing of itself')
    return rows[0]
  } catch (error) {
    throw refusalOf(error, name)
  }
}

function refusalOf(error: unknown, name: string): DataFolderError {
  const code = codeOf(error)
  const isPlain = error instanceof Error && NO_TLS.test(error.message)
  const known = isPlain ? WITHOUT_TLS : (REFUSALS[code] ?? OF_CERTIFICATES[code])
  if (known !== undefined)
    return new DataFolderError(
      `The database ${name} can't be opened. ${known[0]}`,
      `无法打开数据库 ${name}。${known[1]}`,
    )
  const message = error instanceof Error ? error.message : String(error)
  const why = code !== '' ? code : message
  if (isGone(error))
    return new DataFolderError(
      `The database server of ${name} gives no answer (${why}). Start it, or mend the address.`,
      `${name} 的数据库服务器没有响应（${why}）。请启动它，或更正地址。`,
    )
  return new DataFolderError(
    `The database ${name} can't be opened: ${message}.`,
    `无法打开数据库 ${name}：${message}。`,
  )
}
