import { wordsIn } from '../phrase.ts'
import { ANSWERS } from './answers.ts'
import { DISTRESS, NOT_WELL, WITHOUT_ALARM } from './distress.ts'
import { DISTRESS_TOLD } from './distress-told.ts'
import { SPEAKERS } from './speakers.ts'

/** Every word that has a meaning here. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  wordsIn([
    ...Object.values(ANSWERS).flat(),
    ...DISTRESS,
    ...DISTRESS_TOLD,
    ...NOT_WELL,
    ...WITHOUT_ALARM,
    ...Object.values(SPEAKERS).flat(),
  ]).filter((word) => word !== 'NAME'),
)
