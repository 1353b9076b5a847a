import { anyPhrase } from '../phrase.ts'
import type { Utterance } from '../utterance.ts'
import { DISTRESS, NOT_WELL, WITHOUT_ALARM } from '../wordings/distress.ts'
import { DISTRESS_TOLD } from '../wordings/distress-told.ts'

const SIGNS = anyPhrase([...DISTRESS, ...DISTRESS_TOLD])
const TAKEN_BACK = anyPhrase(NOT_WELL)
const HARMLESS = anyPhrase(WITHOUT_ALARM, 'g')
/** Stands where words were that alarm only without their neighbours; it is part of no wording. */
const PASSED_OVER = '… '

/** Whether somebody asks for help, or says what nobody says who is well. Whatever else is said beside it. */
export function isDistress({ flat, bounded }: Utterance): boolean {
  const alarming = (said: string) => SIGNS.test(said.replace(HARMLESS, PASSED_OVER))
  const clauses = bounded.split(/(?<![^ ])(?:, |but )+/)
  return alarming(flat) || clauses.some(alarming) || TAKEN_BACK.test(bounded.replace(HARMLESS, PASSED_OVER))
}
