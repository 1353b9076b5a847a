import { listInWords } from '#core/format/list-in-words.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { NewMessage } from '#server/features/messages/public.ts'
import type { Addressee } from '../account-mails.ts'

const ROLE_IN_WORDS = {
  carer: 'You can see and change loved ones, calls and contacts.',
  viewer: 'You can see how the calls went, and help when one goes unanswered.',
} as const

/** The invitation, to somebody who may not know Cooee: it names the inviter and the owner by first name. The link is the secret. */
export function invitationMail(
  email: string,
  {
    invitedBy,
    circle,
    role,
    note,
    link,
  }: { invitedBy: string; circle: string; role: 'carer' | 'viewer'; note: string | null; link: string },
): NewMessage {
  // Nobody knows their name yet.
  const text = mailBody({ firstName: null, username: 'there' }, [
    `${invitedBy} invites you to join ${circle} on Cooee. Cooee rings someone at the times a family has chosen, and tells the family if nobody answers.`,
    ...(note ? [`${invitedBy} writes: ${note}`] : []),
    ROLE_IN_WORDS[role],
    link,
    "The link works once, for seven days. Don't know them? You can ignore this email.",
  ])
  return {
    ...{ channel: 'email', recipient: email, isSecret: true, isDeletedOnceSent: true },
    subject: `${invitedBy} invites you to Cooee`,
    text,
  }
}

/** To the owner: somebody has joined. */
export function joinedMail(owner: Addressee, { name, role }: { name: string; role: string }): NewMessage {
  return {
    ...{ channel: 'email', recipient: owner.email, accountId: owner.accountId, personId: owner.id, isForMember: true },
    subject: `${name} has joined your family on Cooee`,
    text: mailBody(owner, [
      `${name} has accepted your invitation and is now a ${role}. You can change that in Settings, under Family.`,
    ]),
  }
}

/** To somebody whom the owner has removed. Nothing is kept about somebody whose login is gone. */
export function removedMail(
  person: Omit<Addressee, 'accountId'>,
  { circle, isGone }: { circle: string; isGone: boolean },
): NewMessage {
  return {
    ...{ channel: 'email', recipient: person.email },
    ...(isGone ? { isDeletedOnceSent: true } : { personId: person.id }),
    subject: `You no longer belong to ${circle} on Cooee`,
    text: mailBody(person, [
      `The owner of ${circle} has removed you. You won't get messages about their loved ones any more.`,
      ...(isGone
        ? ['You belong to no other family, so we have deleted your login. You can register again at any time.']
        : []),
    ]),
  }
}

/** To both: a circle has another owner. */
export function madeOwnerMail(person: Addressee, { before, after }: { before: string; after: string }): NewMessage {
  return {
    ...{ channel: 'email', recipient: person.email, accountId: person.accountId, personId: person.id },
    subject: `${after} now owns the family on Cooee`,
    text: mailBody(person, [
      `${before} has made ${after} the owner. The owner looks after the plan, the members and the account.`,
    ]),
  }
}

/** A member as a mail needs them: at an address that they have confirmed. */
export interface MailedMember {
  recipient: string
  accountId: number
  personId: number
  firstName: string | null
  username: string
}

interface AwayOfMember {
  /** The whole name of who is away. */
  who: string
  /** "from Friday 4 December to Monday 7 December" */
  days: string
  circle: string
}

/** To a member whose time away somebody else has set. */
export function awaySetMail(member: MailedMember, { days, circle, by }: AwayOfMember & { by: string }): NewMessage {
  return mailTo(member, `You're away ${days}`, [
    `${by} has set you as away in ${circle} ${days}. Alerts go to the others until then. You can change that in Settings, under Family.`,
  ])
}

/** To the member who looks after things. */
export function coveringMail(member: MailedMember, { who, days, circle }: AwayOfMember): NewMessage {
  return mailTo(member, `You look after things while ${who} is away`, [
    `${who} is away from ${circle} on Cooee ${days}. You look after things: when a call goes unanswered, we tell you first and ring you.`,
  ])
}

/** To every member: on some days nobody is there. */
export function nobodyLeftMail(
  member: MailedMember,
  { circle, days, owner }: { circle: string; days: readonly string[]; owner: string },
): NewMessage {
  const when = days.length > 3 ? `${days.length} days, the first of them ${days[0]}` : listInWords(days)
  return mailTo(member, `Nobody in ${circle} is there for a while`, [
    `Nobody in ${circle} is there on ${when}. Alerts still go to ${owner} then, and to the contacts.`,
    'Can you be there? Change your days in Settings, under Family.',
  ])
}

function mailTo(
  { recipient, accountId, personId, ...member }: MailedMember,
  subject: string,
  paragraphs: readonly string[],
): NewMessage {
  const to = { recipient, accountId, personId, isForMember: true }
  return { channel: 'email', ...to, subject, text: mailBody(member, paragraphs) }
}
