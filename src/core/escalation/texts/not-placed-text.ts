import type { AsksBy } from '../../calls/call-vocabulary.ts'
import { withoutYourTime } from '../../format/local-time-for.ts'
import { listOfNames, MAX_NAMED_IN_TEXT, newsPart, reachPart } from './parts/alert-parts.ts'
import type { AlertSubject, AlertText } from './parts/alert-subject.ts'
import { onlyWhom } from './parts/only-whom.ts'
import { shortName } from './parts/short-name.ts'
import { optionalPart, TRUNCATION_PRIORITY, withinTwoSegments } from './parts/two-segments.ts'

/**
 * The text to the account holder at once about a call that Cooee did not place. It says nothing of how the person is: nobody has
 * rung them. `ringsAt`: the time on their clock from which on they are rung or texted, while it is night there; null by day.
 * `list`: a sentence that names each call, where they are too many for the headline.
 */
export function notPlacedAlert(
  subject: AlertSubject,
  {
    willNotify,
    ringsAt,
    list,
    asksBy = 'call',
  }: { willNotify: readonly string[]; ringsAt: string | null; list: string | null; asksBy?: AsksBy },
): AlertText {
  const { name, headline, plainHeadline = headline, detail, link } = subject
  const reach = reachPart({ ...subject, asksBy })
  const who = shortName(name)
  const what = [`${headline}.`, detail].filter(Boolean).join(' ')
  const when = ringsAt === null ? '' : ` after ${ringsAt}`
  const ask = asksBy === 'text' ? 'text' : 'ring'
  const first = `We'll ${ask} ${who} as soon as we can${when}.`
  const then = (whom: string) => `If ${who} doesn't answer, we'll tell ${whom}.`
  const alone = `${who} has no emergency contact, so if ${who} doesn't answer we'll tell ${onlyWhom(subject.isShared)}.`
  return {
    subject: headline,
    plainSubject: plainHeadline,
    mail: [
      [what, list].filter(Boolean).join('\n'),
      '',
      `${first} ${willNotify.length > 0 ? then(listOfNames(willNotify)) : alone}`,
      '',
      `Can't wait? ${reach}`,
      `See what happens next: ${link}`,
    ].join('\n'),
    sms: withinTwoSegments([
      newsPart(subject, null),
      optionalPart(detail, 'detail'),
      {
        text: first,
        shorter:
          ringsAt === null
            ? []
            : [
                { truncationPriority: TRUNCATION_PRIORITY.shorter, text: withoutYourTime(first) },
                { truncationPriority: TRUNCATION_PRIORITY.last, text: `We'll ${ask} ${who}${withoutYourTime(when)}.` },
              ],
      },
      willNotify.length === 0
        ? {
            text: alone,
            shorter: [{ truncationPriority: TRUNCATION_PRIORITY.shorter, text: `${who} has no emergency contact.` }],
          }
        : {
            text: then(listOfNames(willNotify, MAX_NAMED_IN_TEXT)),
            shorter: [{ truncationPriority: TRUNCATION_PRIORITY.others, text: then('the people on the list') }],
          },
      {
        text: `Can't wait? ${reach}.`,
        shorter: [{ truncationPriority: TRUNCATION_PRIORITY.last, text: `${reach}.` }],
      },
      link,
      ...(subject.extras ?? []),
    ]),
  }
}
