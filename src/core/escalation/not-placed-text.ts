import { type AlertSubject, type AlertText, listOfNames } from './alert-texts.ts'
import { shortName } from './short-name.ts'

/**
 * What the account holder is told at once of a call that Cooee did not place. It says nothing of how the person is: nobody has
 * rung them. `ringsAt`: the time on their clock from which on they are rung, while it is night there; null by day.
 * `list`: a sentence that names each call, where they are too many for the headline.
 */
export function notPlacedAlert(
  { name, phone, headline, detail, link }: AlertSubject,
  { willTell, ringsAt, list }: { willTell: readonly string[]; ringsAt: string | null; list: string | null },
): AlertText {
  const who = shortName(name)
  const what = [`${headline}.`, detail].filter(Boolean).join(' ')
  const when = ringsAt === null ? '' : ` after ${ringsAt}`
  const others =
    willTell.length > 0
      ? ` If ${who} does not answer, we tell ${listOfNames(willTell)}.`
      : ` ${who} has no emergency contact: if ${who} does not answer, we tell you alone.`
  const next = `We ring ${who} as soon as we can${when}.${others}`
  return {
    subject: headline,
    mail: [
      [what, list].filter(Boolean).join('\n'),
      '',
      next,
      '',
      `If you do not want to wait, ring ${name}: ${phone}`,
      `What happened, and what happens next: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${what} ${next} If you do not want to wait, ring ${who}: ${phone}. ${link}`,
  }
}
