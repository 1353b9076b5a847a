import type { User } from '#contract/accounts/accounts.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { callsPath, contactsPath, settingsPath, tryPath } from '#web/domain/paths.ts'
import { consentStanding } from '#web/domain/people/consent-standing.ts'

/** One of the things that protect somebody, as long as it is missing: what to do, why it matters, and where. */
export interface MissingStep {
  title: string
  why: string
  href: string
}

export const PROTECTION_STEPS = 6

/**
 * What is missing until a loved one is protected, in the order of the first hour. Null where nothing is to be done:
 * they would rather not be called. `name` as in a sentence: "Margaret".
 */
export function missingSteps(
  user: Pick<User, 'emailVerified' | 'phoneVerified' | 'circle'>,
  lovedOne: LovedOne,
  name: string,
): MissingStep[] | null {
  const { consents, tried, contactsHealth, callsRefusedAt, activeServices, nextCall } = lovedOne
  if (callsRefusedAt !== null || consentStanding(lovedOne) === 'declined') return null
  const hasAgreed = consents.calls.state === 'agreed'
  const isTexted = nextCall?.asksBy === 'text'
  const agreedContacts = contactsHealth.agreed
  const steps: [isDone: boolean, step: MissingStep][] = [
    [
      user.emailVerified,
      { title: 'Confirm your email', why: confirmWhy(user.circle.role, name), href: settingsPath() },
    ],
    [
      user.phoneVerified,
      {
        title: 'Confirm your mobile',
        why: `If ${name} needs help, we text and ring you there.`,
        href: settingsPath({ phone: true }),
      },
    ],
    [
      // Who is asked by text may not hear a phone: the first reply shows that the number works.
      (tried.answered || isTexted) && hasAgreed,
      isTexted
        ? {
            title: 'A first reply',
            why: `${name} hasn’t replied to a text of ours yet.`,
            href: callsPath({ lovedOneId: lovedOne.id }),
          }
        : {
            title: 'Try it together',
            why: tried.answered
              ? `${name} hasn’t said yes to our calls yet.`
              : `So you know the number works, and ${name} knows who’s calling.`,
            href: tryPath(lovedOne.id),
          },
    ],
    [
      activeServices.length > 0 || nextCall !== null,
      {
        title: 'Choose when we ring',
        why: `Until then nobody checks on ${name}.`,
        href: callsPath({ lovedOneId: lovedOne.id, schedule: true }),
      },
    ],
    [
      agreedContacts >= 1,
      {
        title: 'Someone who says they’ll come',
        why: `If ${name} doesn’t answer, we tell them as well as you.`,
        href: contactsPath(lovedOne, { add: true }),
      },
    ],
    [
      agreedContacts >= 2,
      {
        title: 'A second person',
        why: 'In case the first one can’t come.',
        href: contactsPath(lovedOne, { add: true }),
      },
    ],
  ]
  return steps.filter(([isDone]) => !isDone).map(([, step]) => step)
}

/** Calls wait for the owner's address alone. */
function confirmWhy(role: User['circle']['role'], name: string): string {
  return role === 'owner'
    ? `Until then we can’t ring ${name}.`
    : `So we know our emails reach you if ${name} needs help.`
}
