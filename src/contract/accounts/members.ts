import { z } from 'zod'
import { cleanText, id, instant, localDate } from '#contract/wire.ts'
import { email, MAX_PASSWORD } from './accounts.ts'
import { MEMBER_ROLES } from './rights.ts'
import { registerBody } from './sign-in/credentials.ts'

/** People in one circle, invitations that are open included. */
export const MAX_MEMBERS = 10
export const INVITATION_DAYS = 7

export const memberSchema = z.object({
  /** Of the person. */
  id,
  name: z.string(),
  /** For the owner, and of oneself; else null. */
  email: z.string().nullable(),
  role: z.enum(MEMBER_ROLES),
  mayHearCalls: z.boolean(),
  joinedAt: instant,
  isYou: z.boolean(),
  /** The time away that lasts or is to come; alerts go to the others. */
  away: z
    .object({
      from: z.string(),
      /** The last day. */
      until: z.string(),
      /** The member who looks after things. */
      coveredBy: id.nullable(),
      isNow: z.boolean(),
      /** On one of the days nobody is there: alerts go to the owner. */
      nobodyLeft: z.boolean(),
    })
    .nullable(),
})
export type CircleMember = z.infer<typeof memberSchema>

const givenRole = z.enum(['carer', 'viewer'], 'Please choose carer or viewer')

/** Changes what is given, and leaves the rest. */
export const memberBody = z.object({ role: givenRole.optional(), mayHearCalls: z.boolean().optional() })
export type MemberBody = z.infer<typeof memberBody>

/** The password is required; that is said once the member is known. */
export const makeOwnerBody = z.object({
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(MAX_PASSWORD, 'Password is too long')
    .optional(),
})

export const MAX_DAYS_AWAY = 90

/** Whole days on the member's own clock; `from` is today where it is left out, and `until` is required. */
export const memberAwayBody = z.object({
  until: localDate.optional(),
  from: localDate.optional(),
  coveredBy: id.nullish(),
})
export type MemberAwayBody = z.infer<typeof memberAwayBody>

/** A note goes to somebody who may not know Cooee: it leads nowhere. */
const note = cleanText({ max: 300 })
  .refine((text) => !/https?:|www\.|\w\.\w{2,}\//i.test(text), 'Please leave out links')
  .nullish()
  .transform((text) => text || null)

export const invitationBody = z.object({ email, role: givenRole, note })
export type InvitationBody = z.infer<typeof invitationBody>

export const invitationSchema = z.object({
  id,
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** What somebody who opens the link reads before they accept: two first names and nothing about the family. */
export const openInvitationSchema = z.object({
  circle: z.string(),
  invitedBy: z.string(),
  role: z.enum(MEMBER_ROLES),
})
export type OpenInvitation = z.infer<typeof openInvitationSchema>

export const invitationParams = z.object({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not complete') })

/** Empty for somebody who is signed in; else a whole registration. */
export const acceptBody = registerBody.partial()
