import { z } from 'zod'
import { cleanText, id, instant } from '#contract/wire.ts'
import { email, MAX_PASSWORD } from './accounts.ts'
import { registerBody } from './credentials.ts'
import { MEMBER_ROLES } from './rights.ts'

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
})
export type CircleMember = z.infer<typeof memberSchema>

const givenRole = z.enum(['carer', 'viewer'], 'Please choose carer or viewer')

export const memberBody = z
  .object({ role: givenRole.optional(), mayHearCalls: z.boolean().optional() })
  .refine((body) => body.role !== undefined || body.mayHearCalls !== undefined, {
    path: ['role'],
    message: 'Please say what to change',
  })
export type MemberBody = z.infer<typeof memberBody>

export const makeOwnerBody = z.object({
  password: z.string('Password is required').min(1, 'Password is required').max(MAX_PASSWORD, 'Password is too long'),
})

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
