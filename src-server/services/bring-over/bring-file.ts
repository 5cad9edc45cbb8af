/** The file on its way to the server. It holds keys and passwords, so nobody can read it but this run of the server. */
export interface BringFile {
  /** Begins a new file. The one before is gone. */
  begin(): Promise<void>
  add(piece: Uint8Array): Promise<void>
  /** The bytes from the first one on, in pieces. */
  read(): AsyncIterable<Uint8Array>
  drop(): Promise<void>
}
