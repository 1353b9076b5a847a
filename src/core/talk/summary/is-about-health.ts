import { utteranceOf } from '../../understanding/utterance.ts'
import { namesIllness } from '../guards/subjects/health.ts'
import { isClinical } from '../guards/subjects/is-clinical.ts'

const OF_HEALTH =
  /\b(?:health\w*|ill|sick\w*|pains?|aches?|hurt\w*|hospitals?|doctors?|gps?|nurses?|surge(?:ry|on)s?|operations?|falls?|fallen|wounds?|swelling|fever|cough\w*|dizz\w+|memory|hearing|eyesight|incontinen\w*|drinking|smoking|treatments?|therapy|chemo\w*|tests? results?|scans?)\b/i

/** Whether a topic is about somebody's health: none is remembered for the next talk. */
export function isAboutHealth(topic: string): boolean {
  return isClinical(topic) || OF_HEALTH.test(topic) || namesIllness(utteranceOf(topic, []).flat)
}
