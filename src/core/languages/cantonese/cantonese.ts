import type { LanguagePack } from '../language-pack.ts'
import { CALLS } from './calls.ts'
import { RINGING_BACK } from './ringing-back.ts'
import { CANTONESE_FORMS } from './spoken-forms.ts'
import { TEXTS } from './texts.ts'

/** Traditional characters, written as it is spoken; addressed as 您. */
export const CANTONESE: LanguagePack = {
  catalogue: { calls: CALLS, ringing: RINGING_BACK, texts: TEXTS },
  forms: CANTONESE_FORMS,
  reviewedByNativeSpeaker: false,
}
