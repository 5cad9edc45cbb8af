/** The functions of the environment: the desktop window or a browser. */
export interface Host {
  readonly kind: 'desktop' | 'browser'
  /** @returns false when the person cancelled */
  saveFile(name: string, bytes: Uint8Array): Promise<boolean>
  openLink(url: string): Promise<void>
}
