import { readonly, ref, type Ref } from 'vue'
import type { AlarmTone } from '../../src-server/contract/preference-names.ts'

/** One note: its start and its length in seconds. */
interface Note {
  readonly hertz: number
  readonly at: number
  readonly seconds: number
  readonly shape?: OscillatorType
}

const siren = (high: boolean, n: number): Note => ({
  hertz: high ? 990 : 740,
  at: n * 0.22,
  seconds: 0.24,
  shape: 'triangle',
})
const TONES: Readonly<Record<AlarmTone, readonly Note[]>> = {
  ping: [{ hertz: 660, at: 0, seconds: 0.35 }],
  chime: [
    { hertz: 880, at: 0, seconds: 0.3 },
    { hertz: 660, at: 0.22, seconds: 0.5 },
  ],
  bell: [
    { hertz: 1046, at: 0, seconds: 1.1 },
    { hertz: 1568, at: 0, seconds: 0.7 },
    { hertz: 2093, at: 0, seconds: 0.4 },
  ],
  siren: [true, false, true, false, true, false].map(siren),
}
/** At 100 percent, of each note. */
const LOUDEST = 0.5

/**
 * `blocked`: a browser plays nothing before the first click or key in the page. `none`: this browser makes no sound.
 */
type SoundState = 'ready' | 'blocked' | 'none'

const state = ref<SoundState>(typeof AudioContext === 'undefined' ? 'none' : 'blocked')
let context: AudioContext | undefined

function listen(): void {
  if (navigator.userActivation.hasBeenActive) allowSound()
}
// A click, and not the press before it: a change of the screen must not move the pressed button away.
const GESTURES = ['click', 'keyup'] as const

/** Called once a person used the page, and where nothing blocks sound. */
export function allowSound(): void {
  if (state.value === 'blocked') state.value = 'ready'
  for (const gesture of GESTURES) removeEventListener(gesture, listen, true)
}

/** Watches for the first click or key. Before it, a context would only make the browser complain. */
export function watchForSound(): void {
  if (state.value !== 'blocked') return
  for (const gesture of GESTURES) addEventListener(gesture, listen, true)
}

export function useSoundState(): Readonly<Ref<SoundState>> {
  return readonly(state)
}

/** @param volume percent */
export function playTone(tone: AlarmTone, volume: number): void {
  if (state.value !== 'ready') return
  try {
    context ??= new AudioContext()
    // A machine that slept leaves it suspended.
    if (context.state !== 'running') void context.resume()
    for (const note of TONES[tone]) playNote(context, note, LOUDEST * (volume / 100) ** 2)
  } catch {
    // No sound is better than no console.
  }
}

function playNote(on: AudioContext, { hertz, at, seconds, shape = 'sine' }: Note, loudness: number): void {
  const [tone, volume] = [on.createOscillator(), on.createGain()]
  const start = on.currentTime + at
  tone.type = shape
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(loudness, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  tone.connect(volume).connect(on.destination)
  tone.start(start)
  tone.stop(start + seconds)
}
