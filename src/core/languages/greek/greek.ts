import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { GREEK_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Addressed in the formal plural. */
export const GREEK: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: GREEK_FORMS,
  reviewedByNativeSpeaker: false,
}
