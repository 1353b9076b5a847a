import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { Language } from '#core/languages/language.ts'

/** How the provider speaks and hears a language. */
export interface Voice {
  /** The voice, and the tag that belongs to it in `<Say>`. */
  say: Required<Pick<VoiceResponse.SayAttributes, 'voice' | 'language'>>
  /** The tag of its recogniser in `<Gather>`, which is often another one; null: keys alone, nothing is recognised. */
  hears: NonNullable<VoiceResponse.GatherAttributes['language']> | null
  /** What is likely to be said: the recogniser prefers it. Digits are said like keys. */
  hints: string
}

/**
 * The tags for speaking and hearing differ, and a wrong one is an error at the provider in the middle of a call: every tag is typed
 * by its own package. Greek has no neural voice, and the
 * neural one of Cantonese belongs to a tag that `<Say>` does not take. Source: `SayVoice` and `GatherLanguage` of the package `twilio` 6.2.0.
 */
export const VOICES: Readonly<Record<Language, Voice>> = {
  'en-AU': {
    say: { voice: 'Polly.Olivia-Neural', language: 'en-AU' },
    hears: 'en-AU',
    hints:
      'yes, no, not yet, done, help, I need help, fine, I am fine, okay, hello, who is this, one, two, three, 1, 2, 3',
  },
  it: {
    say: { voice: 'Polly.Bianca-Neural', language: 'it-IT' },
    hears: 'it-IT',
    hints: 'sì, no, non ancora, fatto, aiuto, ho bisogno di aiuto, bene, sto bene, pronto, chi parla, uno, due, tre',
  },
  el: {
    say: { voice: 'Google.el-GR-Wavenet-A', language: 'el-GR' },
    hears: 'el-GR',
    hints: 'ναι, όχι, όχι ακόμα, έγινε, βοήθεια, θέλω βοήθεια, καλά, είμαι καλά, εμπρός, ποιος είναι, ένα, δύο, τρία',
  },
  cmn: {
    say: { voice: 'Polly.Zhiyu-Neural', language: 'cmn-CN' },
    hears: 'cmn-Hans-CN',
    hints: '是, 不是, 还没有, 做好了, 帮助, 我需要帮助, 很好, 我很好, 喂, 你是谁, 一, 二, 三',
  },
  yue: {
    say: { voice: 'Google.yue-HK-Standard-A', language: 'yue-HK' },
    hears: 'yue-Hant-HK',
    hints: '係, 唔係, 仲未, 做咗, 救命, 我要幫手, 好好, 我好好, 喂, 邊個呀, 一, 二, 三',
  },
  vi: {
    say: { voice: 'Google.vi-VN-Neural2-A', language: 'vi-VN' },
    hears: 'vi-VN',
    hints: 'có, không, chưa, xong rồi, giúp, tôi cần giúp, khỏe, tôi khỏe, a lô, ai đó, một, hai, ba',
  },
  ar: {
    say: { voice: 'Polly.Hala-Neural', language: 'ar-AE' },
    hears: 'ar-AE',
    hints: 'نعم, لا, ليس بعد, تم, مساعدة, أحتاج إلى مساعدة, بخير, أنا بخير, ألو, من المتكلم, واحد, اثنان, ثلاثة',
  },
}
