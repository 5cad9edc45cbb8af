/** An address of this server as programs write it down: no text that could end a string of a program's source. */
export const SERVER_ADDRESS = /^https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]{0,128})?$/
