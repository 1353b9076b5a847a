import { HandHeart, type LucideIcon, Siren, Smile, UsersRound } from 'lucide-react'
import { CONTACT_TYPES } from '#contract/people/contacts.ts'

export type ContactType = (typeof CONTACT_TYPES)[number]

/** How each contact type is shown. */
export const CONTACT_TYPE_STYLES: Record<ContactType, { label: string; icon: LucideIcon }> = {
  family: { label: 'Family', icon: UsersRound },
  friend: { label: 'Friend', icon: Smile },
  caregiver: { label: 'Caregiver', icon: HandHeart },
  emergency: { label: 'Emergency', icon: Siren },
}

/** The contact types to choose from. */
export const CONTACT_TYPE_OPTIONS = CONTACT_TYPES.map((type) => ({
  value: type,
  label: CONTACT_TYPE_STYLES[type].label,
}))
