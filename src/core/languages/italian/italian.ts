import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { ITALIAN_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Addressed as Lei. */
export const ITALIAN: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: ITALIAN_FORMS,
  reviewedByNativeSpeaker: false,
}
