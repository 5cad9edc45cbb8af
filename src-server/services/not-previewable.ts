/** Thrown where a preview must not go on: the inspector then shows no answer for the call. */
export class NotPreviewable extends Error {}
