import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { ARABIC_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Modern Standard Arabic; addressed in the plural, which is polite and fits everybody. */
export const ARABIC: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: ARABIC_FORMS,
  reviewedByNativeSpeaker: false,
}
