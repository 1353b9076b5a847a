import { isDistress } from './help/distress-in.ts'
import { anyPhrase } from './phrase.ts'
import { type Utterance, utteranceOf } from './utterance.ts'
import { SPEAKERS } from './wordings/speakers.ts'

/**
 * `machine`: answering machines, menus, queues, announcements of the network, advertising; whatever waits for no answer.
 * `reception`: a desk, or the recording of one, that offers its own help. `screening`: a service that asks who rings before the phone does. `hold`: a person, or a service that screens,
 * who asks us to wait.
 */
export type Speaker = 'machine' | 'reception' | 'screening' | 'hold'

const SCREENING = anyPhrase(SPEAKERS.screening)
const MACHINE = anyPhrase(SPEAKERS.machine)
const RECEPTION = anyPhrase(SPEAKERS.reception)
const HOLD = anyPhrase(SPEAKERS.hold)
const EVERY_SIGN = anyPhrase([...SPEAKERS.screening, ...SPEAKERS.machine, ...SPEAKERS.reception], 'g')

/** What seems to speak, by its words alone; null: nothing says that it is no person. A hint. Who asks for help as well does not wait. */
export function whatSpeaks(text: string, names: readonly string[] = []): Speaker | null {
  return speakerOf(utteranceOf(text, names))
}

/** As `whatSpeaks`, of words that have been brought into one spelling. */
export function speakerOf(utterance: Utterance): Speaker | null {
  if (SCREENING.test(utterance.flat)) return 'screening'
  if (MACHINE.test(utterance.flat)) return 'machine'
  if (RECEPTION.test(utterance.flat)) return 'reception'
  return HOLD.test(utterance.flat) && !isDistress(utterance) ? 'hold' : null
}

/** Whether it is something that answers no question of ours: everything but a person who asks to wait. */
export function isNobody(speaker: Speaker | null): boolean {
  return speaker !== null && speaker !== 'hold'
}

/** What is said before, between and after the words that only a machine says. */
export function besideMachine({ flat }: Utterance): string[] {
  return flat.split(EVERY_SIGN).filter((rest) => rest !== undefined && rest.trim() !== '')
}
