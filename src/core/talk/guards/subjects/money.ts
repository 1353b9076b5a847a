import { anyPhrase } from '../../../understanding/phrase.ts'
import type { Sentence } from '../sentence/sentence.ts'

const MONEY = anyPhrase([
  'money|dollars|dollar|cash|payment|payments|deposit|deposits|invest|investment|investments|crypto|bitcoin|cryptocurrency|refund|invoice|loan|loans|mortgage|password|passwords|passcode|passcodes|pin|pincode|cvv|iban|bsb|paypal|wallet|username|login|log_in|bribe|lottery|inheritance|superannuation|shares|price|prices|fee|fees|afford|cents|bucks|donation|donate|subscription|iou|pension|pensions|savings|salary|rent',
  'read|tell|give|spell|say ..2 the|your|that|those|its ..2 number|numbers|digits|figures ~of_people|of_times',
  'bank|banks|banking ~of_the|of_a|clerk|up',
  'account|medicare|licence|tax_file|pension|policy|passport|reference|card|customer|member|serial number|numbers|details|card|balance',
  'bank|credit|debit|gift|key|sim|visa|itunes|pension|concession card|cards',
  'your|the|that|this|a|which|what|read|security|access|verification|secret|one_time|text code|codes|card_number|account',
  'pay|pays|paying|paid|transfer|transferring|wire|owe|owes|cost|costs|charge|charged|spend|sell|buy ~attention|off|a_visit|you_a_visit|for_that_with|respects|of_living',
  'how_much is|are|does|do|did|was|for',
])
const SIGNS = /[$€£]\s?\d|\d\s?(?:dollars|bucks|cents|aud)\b/i

/** Whether a sentence is about money, cards, accounts or codes: nothing of it belongs into a call. */
export function isAboutMoney({ text, flat }: Sentence): boolean {
  return SIGNS.test(text) || MONEY.test(flat)
}
