import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { VIETNAMESE_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Addressed as quý vị, which fits everybody. */
export const VIETNAMESE: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: VIETNAMESE_FORMS,
  reviewedByNativeSpeaker: false,
}
