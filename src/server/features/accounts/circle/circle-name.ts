import { sentNameOr } from '#core/names/sent-words.ts'

export { memberName } from '#core/names/member-name.ts'

/** How a person is called in front of others: by the first name, else by the username. */
export const firstNameOf = ({ firstName, username }: { firstName: string | null; username: string }): string =>
  sentNameOr(firstName?.trim() || username, 'Someone')

/** A circle by the first name of its owner: "Jane’s family". */
export const circleName = (owner: { firstName: string | null; username: string }): string =>
  `${firstNameOf(owner)}’s family`

/** The same to somebody who does not belong to it: a username opens a login, so it is told to nobody. */
export const nameForStrangers = (firstName: string | null): string => sentNameOr(firstName?.trim() ?? '', 'Someone')

export const circleForStrangers = (ownersFirstName: string | null): string =>
  ownersFirstName?.trim() ? `${nameForStrangers(ownersFirstName)}’s family` : 'a family'
