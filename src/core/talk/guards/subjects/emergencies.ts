import { anyPhrase } from '../../../understanding/phrase.ts'
import type { Sentence } from '../sentence/sentence.ts'

const EMERGENCY = anyPhrase([
  '{rescue}',
  'emergency|emergencies|fire_service|life_threatening|first_aid|cpr|emergency_room|casualty|lifeline|firefighters|fire_truck',
  'hospital|doctor|gp immediately|now|right_now|at_once|straight_away|urgently|today',
  'urgent|urgently|immediately ..3 doctor|hospital|medical|attention|help',
])

/** Whether a sentence speaks of an emergency or its services: fixed words alone do. */
export const isAboutEmergency = ({ flat }: Sentence): boolean => EMERGENCY.test(flat)
