/** Named limits of the specification and of protocol.md; everything that is a number on the wire is named here. */

/** The end of a permanent authorization, Unix seconds (specification, Resources: Authorization code). */
export const PERMANENT_VIP = 4102243200
/** The last second of the year 9999: the latest time that a console user may give. */
export const LAST_SECOND = 253_402_300_799
/** A count code's login lasts this long, seconds (specification, Limits). */
export const COUNT_LOGIN_SECONDS = 3600
/** A count code with this many uses is never lessened (protocol.md 6). */
export const UNLIMITED_USES = 999_999_999

/** protocol.md 1: over these a runtime call answers 401. */
export const MAX_BODY_BYTES = 64 * 1024
export const MAX_URL_BYTES = 8 * 1024
export const MAX_PARAMETERS = 200

/** A code's text, characters (protocol.md 6). */
export const MAX_CODE_LENGTH = 64
/** A machine code, characters: longer than the original's 64, which locked its users out (research/peer.md 1.3). */
export const MAX_MACHINE_CODE_LENGTH = 256
/** Somebody's number on QQ, characters: ten digits as a rule, or a name by which people are found elsewhere. */
export const MAX_QQ_LENGTH = 32
/** An MT5 trading server's name, characters (protocol.md 8). */
export const MAX_SERVER_NAME_LENGTH = 64
/** An MT5 symbol, characters (specification, Limits). */
export const MAX_SYMBOL_LENGTH = 32
/** mt5notify, characters (specification, Limits). */
export const MAX_NOTIFY_TEXT_LENGTH = 4000
export const MAX_NOTIFY_EVENT_LENGTH = 32
export const DEFAULT_NOTIFY_EVENT = 'notify'
/** A messenger bind code lives so long (specification, Limits). */
export const BIND_CODE_SECONDS = 600
export const MAX_OPEN_ID_LENGTH = 128
/** Above this a telemetry number counts as "no value" (protocol.md 8). */
export const MAX_TELEMETRY_NUMBER = 1e15

/** A client's clock may be this far ahead, seconds: local time sent as Unix time (protocol.md 3). */
export const MAX_CLOCK_AHEAD_SECONDS = 14 * 3600

/** The first application's number (console-api.md, app_create). */
export const FIRST_APP_ID = 10001
/** Codes with this prefix are internal debug codes, never generated for sale (specification, Authorization code). */
export const DEBUG_CODE_PREFIX = 'JDBG-'
/** One code_generate call makes at most this many codes. */
export const MAX_CODES_PER_BATCH = 100_000
/** code_generate returns at most this many code texts. */
export const CODES_RETURNED = 1000
/** Deleted codes stay in the recycle bin so long, seconds. */
export const RECYCLE_SECONDS = 30 * 86_400
/** code_import takes at most this many rows. */
export const MAX_IMPORTED_ROWS = 10_000
/** A bulk act or a batch over this many rows runs as a job (console-api.md). */
export const JOB_THRESHOLD = 500

/** What a public action tells of codes, accounts, requests and people comes no sooner, whichever it is, milliseconds. */
export const LOOKUP_MS = 60
/** One session_revoke ends at most this many by their handles. */
export const MAX_SESSIONS_REVOKED = 100
/** A list answers at most this many rows a page (console-api.md). */
export const MAX_PAGE_SIZE = 500
/** A list counts its rows up to here; beyond, it says that there are more. A bulk act's own count is exact. */
export const COUNTED_ROWS = 5000
/** A bulk act names at most this many rows; more go by filter. */
export const MAX_BULK_IDS = 100_000
/** account_import takes at most this many rows: each password takes a core for tens of milliseconds. */
export const MAX_IMPORTED_ACCOUNTS = 500
/** device_import takes at most this many rows. */
export const MAX_IMPORTED_DEVICES = 10_000
/** One answer of an export holds at most this many rows; `next` continues. */
export const EXPORT_ROWS = 2000
/** The longest time an account is lengthened by at once: 100 years of 365 days. */
export const MAX_EXTENSION_SECONDS = 3_153_600_000
/** device_history answers at most this many points. */
export const MAX_HISTORY_POINTS = 2000

/** A delivered close_all whose account still has positions after this long is overdue, seconds. */
export const CLOSE_OVERDUE_SECONDS = 60
/** How often the server repeats an overdue close_all by itself, at the most; then a person decides. */
export const MAX_CLOSE_REPEATS = 5
/** Seconds. A program that first reports open positions later than this may have opened them since the delivery: the server repeats nothing. */
export const LATE_REPORT_SECONDS = 600

/** Characters of generated codes when none are chosen: without 0, O, 1, l, I (protocol.md 6). */
export const DEFAULT_CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const DEFAULT_CODE_LENGTH = 20
