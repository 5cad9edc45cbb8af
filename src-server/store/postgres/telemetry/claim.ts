import type { Connection } from './telemetry-pool.ts'

const CLAIM = `INSERT INTO writers AS w (writer, seq) VALUES ($1, $2)
  ON CONFLICT (writer) DO UPDATE SET seq = excluded.seq, at = now() WHERE w.seq < excluded.seq`

/**
 * Begins to store a batch of a copy, in a transaction. A batch whose commit nobody confirmed is tried again.
 * @param seq rises from batch to batch of any kind; a batch that is tried again has the same one
 * @returns false when the batch is stored already
 */
export async function claim(connection: Connection, writer: number, seq: number): Promise<boolean> {
  return (await connection.run(CLAIM, [writer, seq])) > 0
}
