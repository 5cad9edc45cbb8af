/** The limits of the specification and of the protocol. Every number on the wire has its name here. */

/** The end of a permanent authorization, Unix seconds (the specification, Resources: Authorization code). */
export const PERMANENT_VIP = 4102243200
/** The last second of the year 9999: the latest time that an operator may enter. */
export const LAST_SECOND = 253_402_300_799
/** The beginning of the year 2000, Unix seconds. An earlier end in a file is a misread number. */
export const EARLIEST_END = 946_684_800
/** How long a count code's login lasts, seconds (the specification, Limits). */
export const COUNT_LOGIN_SECONDS = 3600
/** A count code with this many uses never loses any (docs/protocol.md 6). */
export const UNLIMITED_USES = 999_999_999

/** Over these limits, a runtime call answers 401 (docs/protocol.md 1). */
export const MAX_BODY_BYTES = 64 * 1024
export const MAX_URL_BYTES = 8 * 1024
export const MAX_PARAMETERS = 200

/** The maximum length of a code's text, characters (docs/protocol.md 6). */
export const MAX_CODE_LENGTH = 64
/**
 * The maximum length of a machine code, characters. The original's limit of 64 locked users with longer ones
 * out.
 */
export const MAX_MACHINE_CODE_LENGTH = 256
/**
 * The maximum length of a QQ number, characters. Usually it has ten digits, but it may be a name from another
 * service.
 */
export const MAX_QQ_LENGTH = 32
/** The maximum length of an MT5 trading server's name, characters (docs/protocol.md 8). */
export const MAX_SERVER_NAME_LENGTH = 64
/** The tags of a trading account or a code, and the characters of a tag. */
export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 32
/** The custom fields of a developer, the characters of a name and of a value, and the choices of a field. */
export const MAX_CUSTOM_FIELDS = 20
export const MAX_EXPORTED_FIELDS = 200
export const MAX_FIELD_NAME_LENGTH = 32
export const MAX_FIELD_VALUE_LENGTH = 200
export const MAX_FIELD_CHOICES = 50
/** The trading accounts that one code can serve. */
export const MAX_SEATS = 1000
/** The maximum length of an MT5 symbol, characters (the specification, Limits). */
export const MAX_SYMBOL_LENGTH = 32
/** The greatest lengths of texts that programs send about themselves and their account. */
export const MAX_CURRENCY_LENGTH = 8
export const MAX_PROGRAM_VERSION_LENGTH = 32
export const MAX_ACCOUNT_NAME_LENGTH = 64
/** The maximum lengths of mt5notify, characters (the specification, Limits). */
export const MAX_NOTIFY_TEXT_LENGTH = 4000
export const MAX_NOTIFY_EVENT_LENGTH = 32
export const DEFAULT_NOTIFY_EVENT = 'notify'
/** How long a messenger bind code is valid (the specification, Limits). */
export const BIND_CODE_SECONDS = 600
export const MAX_OPEN_ID_LENGTH = 128
/** A telemetry number above this counts as "no value" (docs/protocol.md 8). */
export const MAX_TELEMETRY_NUMBER = 1e15

/**
 * How far a client's clock may be ahead, seconds, because some clients send local time as Unix time
 * (docs/protocol.md 3).
 */
export const MAX_CLOCK_AHEAD_SECONDS = 14 * 3600

/** The first application's number. */
export const FIRST_APP_ID = 10001
/**
 * Codes with this prefix are internal debug codes and never generated for sale (the specification,
 * Authorization code).
 */
export const DEBUG_CODE_PREFIX = 'JDBG-'
/** The maximum number of codes that one code_generate call creates. */
export const MAX_CODES_PER_BATCH = 100_000
/** The maximum number of code texts that code_generate returns. */
export const CODES_RETURNED = 1000
/** How long deleted codes stay in the recycle bin, seconds. */
export const RECYCLE_SECONDS = 30 * 86_400
/** The maximum number of rows in code_import. */
export const MAX_IMPORTED_ROWS = 10_000
/** A bulk action or a batch over more rows runs as a job. */
export const JOB_THRESHOLD = 500

/**
 * The minimum time of every public look-up of codes, accounts, requests and people, milliseconds, so that the
 * time reveals nothing.
 */
export const LOOKUP_MS = 60
/** The maximum number of sessions that one session_revoke ends by their handles. */
export const MAX_SESSIONS_REVOKED = 100
/** The maximum number of rows on a page of a list. */
export const MAX_PAGE_SIZE = 500
/**
 * A list counts its rows up to this number. Beyond it, the list only says that there are more. The count of a
 * bulk action is exact.
 */
export const COUNTED_ROWS = 5000
/** The maximum number of rows that a bulk action names. A filter can select more. */
export const MAX_BULK_IDS = 100_000
/**
 * The maximum number of rows in account_import, because each password keeps a core busy for tens of
 * milliseconds.
 */
export const MAX_IMPORTED_ACCOUNTS = 500
/** The maximum number of rows in device_import. */
/** API tokens of a person, and the actions and applications of a token. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_ACTIONS = 200
export const MAX_TOKEN_APPS = 100
/** Webhooks of a developer. */
export const MAX_WEBHOOKS = 20
export const MAX_IMPORTED_DEVICES = 10_000
/** The maximum number of rows in one answer of an export. `next` continues. */
export const EXPORT_ROWS = 2000
/** The longest single extension of an account: 100 years of 365 days. */
export const MAX_EXTENSION_SECONDS = 3_153_600_000
/** The maximum number of accounts and of points of each in an answer of device_trends. */
export const MAX_TRENDS = 60
export const MAX_TREND_POINTS = 100
/** The maximum number of points in an answer of device_history. */
export const MAX_HISTORY_POINTS = 2000

/** A delivered close_all is overdue when its account still has positions after this time, seconds. */
export const CLOSE_OVERDUE_SECONDS = 60
/** The maximum number of automatic repeats of an overdue close_all. Then a person decides. */
export const MAX_CLOSE_REPEATS = 5
/**
 * Seconds. A program that first reports open positions later than this may have opened them after the
 * delivery, so the server doesn't repeat the command.
 */
export const LATE_REPORT_SECONDS = 600

/** The default characters of generated codes, without 0, O, 1, l, I (docs/protocol.md 6). */
export const DEFAULT_CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const DEFAULT_CODE_LENGTH = 20

/** Connections of one network at most. Loopback and trusted proxies have no limit. */
export const CONNECTIONS_PER_NETWORK = 50
