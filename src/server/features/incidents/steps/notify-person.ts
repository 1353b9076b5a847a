import type { Insertable } from 'kysely'
import { unplacedList } from '#core/call-policy/unplaced-calls.ts'
import { endOfNight } from '#core/calls/waking-hours.ts'
import { causeInWords, causesInWords } from '#core/escalation/causes-in-words.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import type { AlertChannel } from '#core/escalation/ladder/ladder.ts'
import { type OpenReminder, openReminders, openRemindersForContacts } from '#core/escalation/ladder/open-reminders.ts'
import {
  allClearText,
  contactAlert,
  type EscalationResult,
  givenBackText,
  memberAlert,
  nobodyReachedText,
  takenText,
  unresolvedText,
} from '#core/escalation/texts/alert-texts.ts'
import { askedAfterOutageText } from '#core/escalation/texts/asked-after-outage-text.ts'
import { furtherText } from '#core/escalation/texts/further-text.ts'
import { notPlacedAlert } from '#core/escalation/texts/not-placed-text.ts'
import type { AlertText } from '#core/escalation/texts/parts/alert-subject.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { togetherPart } from '#core/escalation/texts/parts/together-part.ts'
import type { TextPart } from '#core/escalation/texts/parts/two-segments.ts'
import { rangText } from '#core/escalation/texts/rang-text.ts'
import { suppressedPart } from '#core/escalation/texts/text-budget.ts'
import { withdrawnText } from '#core/escalation/texts/withdrawn-text.ts'
import { bothTimesFor, localTimeFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AlertsTable } from '#server/platform/database/schema.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import { mayTextNow, suppressedTexts } from '../alerts/suppressed-texts.ts'
import { aboutNow, asksAgainBy, causesOf, openCauses, renderContext } from '../causes/incident-causes.ts'
import { linkFor, type OpenIncident, type PersonToNotify, renderedFor, subjectFor } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isToBeNotified } from '../people/contacts-to-notify.ts'
import { messageChannelsOf } from './message-channels-of.ts'
import { notifiedTogether, type Together } from './notify-together.ts'

/** What a message says. */
export type AlertContent =
  /** `willNotify`: who is notified beside the members; null when all of them have said that they cannot. */
  | { purpose: 'alert'; willNotify: readonly string[] | null }
  /** `headline`: what has happened now, without a full stop; `plainHeadline`: without what a call was for. */
  | {
      purpose: 'further'
      headline: string
      plainHeadline: string
      detail: string | null
      ownerName: string | null
      isOwner: boolean
    }
  /** The owner's report was due while Cooee was not running. `until`: when others are asked again. */
  | { purpose: 'further'; ownerName: string; isOwner: boolean; until: Date }
  | { purpose: 'owned'; ownerName: string; doing: string }
  | { purpose: 'given_back'; why: string }
  | { purpose: 'nobody_reached' }
  /** `reminders`: the reminders that nobody has answered, although another call was answered. */
  | { purpose: 'all_clear'; how: string; reminders?: readonly OpenReminder[] }
  | { purpose: 'unresolved'; result: EscalationResult }
  /** `callId`: whose cause is withdrawn. */
  | { purpose: 'withdrawn'; how: string; callId: number }
  /** `at`: when. */
  | { purpose: 'rang'; at: Date }

/**
 * Notifies one person of one thing by email or text message, in the caller's transaction: the alert and its message are
 * written together, so a person is notified of it once, whatever crashes in between. `round` numbers what may be
 * repeated. Returns the alert's id; null when it was written before, or a member does not want it by this
 * channel. A text over the hourly limit of a person, or one that a text about several incidents covers, is written
 * down as suppressed, and the next text includes it.
 */
export async function notifyPerson(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  { channel, round, content }: { channel: 'email' | 'sms'; round: number; content: AlertContent },
): Promise<number | null> {
  const recipient = channel === 'email' ? person.email : person.phoneNumber
  if (recipient === null) return null
  const { channels, isSmsFallback } = await messageChannelsOf(trx, incident, person, kindOf(content))
  if (!channels.includes(channel)) return null
  const { purpose } = content
  const now = deps.clock.now()
  const isAsked = channel === 'sms' && person.role === 'contact' && purpose === 'alert'
  const together: Together = isAsked
    ? await notifiedTogether(deps, trx, incident, person)
    : { kind: 'send', others: [] }
  const isSuppressed = together.kind === 'suppressed'
  const isTextSuppressed =
    channel === 'sms' && (isSuppressed || !(await mayTextNow(trx, incident, person, { purpose, now })))
  const suppressed = channel === 'sms' ? await suppressedTexts(trx, person.id) : []
  const messageResult = isTextSuppressed ? 'suppressed' : null
  const alertId = await writeAlert(deps, trx, incident, person, { channel, round, purpose, messageResult })
  if (alertId === null || isTextSuppressed) return alertId
  const extras = [suppressedPart(suppressed), together.kind === 'send' ? togetherPart(together.others) : null]
  const words = await wording(deps, trx, incident, person, { content, extras })
  const { subject, plainSubject: title = subject, mail, sms, fallback = sms } = words
  const messageId = await deps.enqueueNotice(trx, {
    ...{ accountId: incident.accountId, lovedOneId: incident.lovedOneId },
    personId: person.personId,
    isForMember: person.role === 'member',
    channel,
    recipient,
    subject: channel === 'email' ? subject : null,
    text:
      channel === 'email'
        ? mailBody(await addressee(trx, incident, person), [mail], { isAlert: !ENDINGS.includes(kindOf(content)) })
        : sms,
    dedupeKey: `alert:${alertId}`,
    ...(isHelp(incident.cause) ? { isHelp: true } : {}),
    ...(person.role === 'member' ? { push: pushOf(deps, incident, person, { content, round, title }) } : {}),
    ...(channel === 'email' && isSmsFallback && person.phoneNumber
      ? { fallback: { recipient: person.phoneNumber, text: fallback } }
      : {}),
    // Where an operator has words encrypted, they do not stay readable among the messages.
    ...(fallback !== sms && deps.sealing.keyId !== null ? { isSecret: true } : {}),
  })
  await trx.updateTable('alerts').set({ messageId }).where('id', '=', alertId).execute()
  return alertId
}

/**
 * The same news on the devices of a member, once for each round of an escalation: what happened, not what was said or
 * what a call was for.
 */
function pushOf(
  deps: IncidentDeps,
  incident: OpenIncident,
  person: PersonToNotify,
  { content, round, title }: { content: AlertContent; round: number; title: string },
) {
  return {
    content: {
      title,
      body: ENDINGS.includes(kindOf(content))
        ? 'Tap to see what happened.'
        : 'Tap to see more, and say if you can check.',
      navigate: linkFor(deps, incident, person),
      topic: `incident-${incident.id}`,
    },
    // Rounds are counted from one again where the incident grows more severe, or starts again.
    key: `${incident.id}:${incident.escalationStartedAt.getTime()}:${content.purpose}:${round}:${person.id}`,
  }
}

/** Whom a mail greets: a member by their own name. */
async function addressee(trx: Trx, incident: OpenIncident, { personId }: PersonToNotify) {
  const query = trx.selectFrom('people').select(['firstName', 'username']).where('id', '=', personId)
  return (personId === null ? undefined : await query.executeTakeFirst()) ?? incident
}

/** Messages that say that nobody needs help. */
const ENDINGS: readonly AlertContent['purpose'][] = ['all_clear', 'withdrawn']

/** An open reminder is as much a missed call as the miss was: it cannot be switched off with the all-clear. */
function kindOf(content: AlertContent): AlertContent['purpose'] {
  const isOpen = content.purpose === 'all_clear' && (content.reminders ?? []).length > 0
  return isOpen ? 'alert' : content.purpose
}

/**
 * Writes that a person is notified by a channel, with its entry in the activity log; null when that was written before.
 */
export async function writeAlert(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  alert: Pick<Insertable<AlertsTable>, 'channel' | 'round' | 'purpose' | 'messageResult'>,
): Promise<number | null> {
  const written = await trx
    .insertInto('alerts')
    .values({ incidentId: incident.id, incidentPersonId: person.id, createdAt: deps.clock.now(), ...alert })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return null
  if (person.role === 'contact' && alert.purpose === 'alert') {
    // For the members, who read it.
    const about = aboutNow(incident, await causesOf(trx, incident.id), deps.clock.now(), 'member')
    await recordActivity(trx, {
      accountId: incident.accountId,
      activityType: 'contact_alerted',
      description: `We alerted ${person.name} about ${shortName(incident.name)} by ${CHANNEL_WORDS[alert.channel]}`,
      details: about.headline,
      lovedOneId: incident.lovedOneId,
      callId: incident.callId,
    })
  }
  return written.id
}

const CHANNEL_WORDS: Record<AlertChannel, string> = { email: 'email', sms: 'text', call: 'phone' }

async function wording(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  { content: given, extras }: { content: AlertContent; extras: readonly (TextPart | null)[] },
): Promise<AlertText & { fallback?: string }> {
  const content = withSanitisedNames(given)
  const subject = { ...(await subjectFor(deps, trx, incident, person)), extras }
  const { timezone, readerTimezone } = renderedFor(incident, person)
  const time = (instant: Date) =>
    (person.role === 'member' ? bothTimesFor : localTimeFor)(instant, timezone, readerTimezone)
  switch (content.purpose) {
    case 'alert': {
      const { contactsFrom } = incident
      const now = deps.clock.now()
      if (person.role === 'member' && contactsFrom !== null && now < contactsFrom) {
        const night = endOfNight(now, timezone)
        const ringsAt = night && time(night)
        const list = await notPlacedList(trx, incident, now)
        const asksBy = asksAgainBy(await causesOf(trx, incident.id))
        return notPlacedAlert(subject, { willNotify: content.willNotify ?? [], ringsAt, list, asksBy })
      }
      if (person.role === 'member') {
        const cause = await whyNoPhones(trx, incident.accountId)
        return memberAlert(subject, cause === 'unverified' ? 'email_unconfirmed' : content.willNotify)
      }
      const sms = contactAlert(subject)
      return { subject: subject.headline, mail: sms, sms }
    }
    case 'further':
      if ('until' in content) return askedAfterOutageText(subject, { ...content, until: time(content.until) })
      return furtherText(subject, {
        ...content,
        isLovedOneRungFirst: incident.contactsFrom !== null && deps.clock.now() < incident.contactsFrom,
      })
    case 'owned':
      return takenText(subject, content.ownerName, content.doing)
    case 'given_back':
      return givenBackText(subject, content.why)
    case 'nobody_reached':
      return nobodyReachedText(subject)
    case 'all_clear':
      return allClearText(
        subject,
        content.how,
        stillOpen(renderedFor(incident, person), person, content.reminders, deps.clock.now()),
      )
    case 'unresolved':
      return unresolvedText(subject, content.result)
    case 'withdrawn':
      return withdrawnText(
        { ...subject, ...(await withdrawnAndOpen(deps, trx, incident, person, content)) },
        content.how,
      )
    case 'rang':
      return rangText(subject, time(content.at))
  }
}

/** What is withdrawn, and what of the same incident is not; each as this person reads it. */
async function withdrawnAndOpen(
  { clock }: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  { callId }: { callId: number },
): Promise<{ headline: string; stillOpen: string | null }> {
  const context = renderContext(renderedFor(incident, person), clock.now(), person.role)
  const open = openCauses(await causesOf(trx, incident.id))
  const withdrawn = open.find((cause) => cause.callId === callId && cause.isByWords)
  const [stillOpen = null] = causesInWords(
    open.filter((cause) => cause !== withdrawn),
    context,
  )
  return { headline: withdrawn ? causeInWords(withdrawn, context) : incident.headline, stillOpen }
}

/** As it may be sent: names of people are in it as far as they may be sent. */
function withSanitisedNames(content: AlertContent): AlertContent {
  if ('willNotify' in content)
    return { ...content, willNotify: content.willNotify?.map((name) => sentNameOr(name)) ?? null }
  if (!('ownerName' in content)) return content
  if (content.purpose === 'further' && !('until' in content)) {
    return { ...content, ownerName: content.ownerName === null ? null : sentNameOr(content.ownerName) }
  }
  return { ...content, ownerName: sentNameOr(content.ownerName ?? '') }
}

/** What a contact reads does not say what a call was for. */
function stillOpen(
  incident: OpenIncident,
  { role }: PersonToNotify,
  reminders: readonly OpenReminder[] = [],
  now: Date,
): string | null {
  const words = role === 'member' ? openReminders : openRemindersForContacts
  return words(reminders, renderContext(incident, now, role))
}

/** The headline names three calls at most. */
const MAX_IN_HEADLINE = 3

async function notPlacedList(trx: Trx, { id, timezone }: OpenIncident, now: Date): Promise<string | null> {
  const promised = openCauses(await causesOf(trx, id)).flatMap(({ scheduledFor }) => scheduledFor ?? [])
  return promised.length > MAX_IN_HEADLINE ? unplacedList({ promised, zone: timezone, now }) : null
}

/**
 * Notifies everybody who has been alerted so far, and is still listed, of something further by mail and text,
 * but `except`. `notified` holds the numbers and addresses already notified; those notified here are added to it.
 */
export async function notifyAlertedPeople(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
  {
    content,
    except,
    notified = new Set(),
  }: { content: AlertContent; except?: PersonToNotify | undefined; notified?: Set<string> },
): Promise<void> {
  const alerts = await trx
    .selectFrom('alerts')
    .select(['incidentPersonId', 'purpose', 'round'])
    .where('incidentId', '=', incident.id)
    .execute()
  const alerted = new Set(
    alerts.filter(({ purpose }) => purpose === 'alert').map(({ incidentPersonId }) => incidentPersonId),
  )
  const before = alerts.filter(({ purpose }) => purpose === content.purpose).map(({ round }) => round)
  const round = Math.max(0, ...before) + 1
  for (const person of people) {
    if (!alerted.has(person.id) || person.id === except?.id || !(await isToBeNotified(trx, incident, person))) continue
    const { channels } = await messageChannelsOf(trx, incident, person, kindOf(content))
    for (const channel of channels) {
      const recipient = channel === 'email' ? person.email : person.phoneNumber
      if (recipient === null || notified.has(recipient)) continue
      notified.add(recipient)
      await notifyPerson(deps, trx, incident, person, { channel, round, content })
    }
  }
}
