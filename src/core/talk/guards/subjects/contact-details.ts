import { anyPhrase } from '../../../understanding/phrase.ts'
import type { Sentence } from '../sentence/sentence.ts'

/** A full stop within a word, whatever its ending; "a.m." has single letters. */
const ADDRESS = /https?:|www\b|\p{L}[\p{L}\p{N}-]+\.\p{L}{2,}|@/iu
const DIGITS = /\d(?:[ .()-]*\d){4,}/
const SPOKEN_DIGITS =
  /\b(?:(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|hundred|thirteen)\b[ ,-]*){4,}/i
const STREET =
  /\b\d+[a-z]? +(?:\p{L}+ +){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|court|crescent|place|parade|terrace|highway|close|way|boulevard|circuit|esplanade|grove)\b/iu
const ONLINE = anyPhrase([
  'link|links|website|websites|web_page|webpage|web_site|url|email|emails|email_address|app|apps|download|downloads|google|facebook|whatsapp|browser|internet|online|qr_code|inbox|hotline|helpline|phone_number|home_address|postcode|address',
  'council|government|library|company|web|their|our|the_official site|page|portal|form',
  'on|over the net|web',
  'dot com|org|au|net|gov|info|edu|co',
  'click|tap on|the|here|it|this',
])

/** Whether a sentence holds or asks for a link, a number or an address. */
export function hasContactDetails({ text, flat }: Sentence): boolean {
  const written = text.normalize('NFKC')
  return (
    ADDRESS.test(written) ||
    DIGITS.test(written) ||
    SPOKEN_DIGITS.test(written) ||
    STREET.test(written) ||
    ONLINE.test(flat)
  )
}
