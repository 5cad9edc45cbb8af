const HERTZ = 660
const SECONDS = 0.35
const LOUDNESS = 0.15

/** One short tone that fades. A browser without sound, or before the first click, plays none. */
export function playTone(): void {
  try {
    const context = new AudioContext()
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    const now = context.currentTime
    tone.frequency.value = HERTZ
    volume.gain.setValueAtTime(LOUDNESS, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + SECONDS)
    tone.connect(volume).connect(context.destination)
    tone.onended = () => void context.close()
    tone.start(now)
    tone.stop(now + SECONDS)
  } catch {
    // No sound is better than no board.
  }
}
