import { flat } from '../catalogue.ts'
import type { Wording } from '../wording.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { ENGLISH_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** The source of all other languages, and how everybody is spoken to who has no other. */
export const ENGLISH = { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS } as const

export const ENGLISH_WORDING: Wording = {
  language: 'en-AU',
  texts: flat(ENGLISH),
  forms: ENGLISH_FORMS,
}
