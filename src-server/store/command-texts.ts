/** The columns of a command under the names of its members. */
export const COMMAND_COLUMNS = `id, device_id AS "deviceId", state, reason, asked_by AS "askedBy", asked_at AS "askedAt",
  delivered_at AS "deliveredAt", delivered_ip AS "deliveredIp", delivered_positions AS "deliveredPositions",
  confirmed_at AS "confirmedAt", overdue_at AS "overdueAt", overdue_positions AS "overduePositions",
  withdrawn_at AS "withdrawnAt", unreported_at AS "unreportedAt", repeats, received_by AS "receivedBy"`

const update = (change: string, where: string) =>
  `UPDATE commands SET ${change} WHERE ${where} RETURNING ${COMMAND_COLUMNS}`

/** The parameters are unnamed, because pulses and watches run these statements often. */
export const COMMAND_TEXTS = {
  /** After a trading account's id, up to another one. */
  newestBetween: `SELECT ${COMMAND_COLUMNS} FROM commands
    WHERE id IN (SELECT max(id) FROM commands WHERE device_id > ? AND device_id <= ? GROUP BY device_id)`,
  ofDevice: `SELECT ${COMMAND_COLUMNS} FROM commands WHERE device_id = ? ORDER BY id DESC LIMIT ?`,
  /** @param rows of one command, or of many */
  ask: (
    rows: string,
  ) => `INSERT INTO commands (device_id, state, reason, asked_by, asked_at, repeats, received_by)
    ${rows} ON CONFLICT DO NOTHING RETURNING ${COMMAND_COLUMNS}`,

  // Each transition is one conditional UPDATE, so of two simultaneous callers only one gets the row.
  /** @param isOne the condition on the trading account's id */
  withdraw: (isOne: string) =>
    update(`state = 'withdrawn', withdrawn_at = ?`, `device_id ${isOne} AND state = 'asked'`),
  dropOpen: update(
    `state = 'withdrawn', withdrawn_at = ?`,
    `device_id = ? AND state IN ('asked', 'delivered', 'overdue', 'unreported')`,
  ),
  deliver: update(
    `state = 'delivered', delivered_at = ?, delivered_ip = ?, delivered_positions = ?`,
    `id = ? AND state = 'asked'`,
  ),
  confirm: update(
    `state = 'confirmed', confirmed_at = ?`,
    `id = ? AND (state IN ('delivered', 'overdue', 'unreported') OR (state = 'asked' AND repeats > 0))`,
  ),
  expire: update(
    `state = 'overdue', overdue_at = ?, overdue_positions = ?`,
    `id = ? AND state IN ('delivered', 'unreported')`,
  ),
  leaveUnreported: update(`state = 'unreported', unreported_at = ?`, `id = ? AND state = 'delivered'`),
} as const
