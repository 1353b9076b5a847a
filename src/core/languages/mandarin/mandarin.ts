import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { MANDARIN_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Simplified characters; addressed as 您. */
export const MANDARIN: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: MANDARIN_FORMS,
  reviewedByNativeSpeaker: false,
}
