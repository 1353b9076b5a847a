import { sentNameOr } from '#core/names/sent-words.ts'

export { memberName } from '#core/names/member-name.ts'

/** How a person is called in front of others: by the first name, else by the username. */
export const firstNameOf = ({ firstName, username }: { firstName: string | null; username: string }): string =>
  sentNameOr(firstName?.trim() || username, 'Someone')

/** A circle by the first name of its owner: "Jane’s family". */
export const circleName = (owner: { firstName: string | null; username: string }): string =>
  `${firstNameOf(owner)}’s family`
