/** What a member is in a circle. One owner answers for it. */
export const MEMBER_ROLES = ['owner', 'carer', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/**
 * What routes ask for. `own`: one's own login, whatever the circle. `read`: see the family. `hear`: words and recordings
 * of calls. `care`: change loved ones, calls and contacts. `manage`: plan, members, export and deletion. `admin`: run
 * this Cooee, by the role of the person and not of the member.
 */
export const RIGHTS = ['own', 'read', 'hear', 'care', 'manage', 'admin'] as const
export type Right = (typeof RIGHTS)[number]

/** The rights of each role. A viewer hears calls where the owner allows it (`mayHearCalls`). */
export const RIGHTS_OF: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: ['own', 'read', 'hear', 'care', 'manage'],
  carer: ['own', 'read', 'hear', 'care'],
  viewer: ['own', 'read'],
}

/** Who may do it, as a person reads it where something is refused or not offered. */
export const WHO_MAY: Readonly<Record<Exclude<Right, 'own' | 'read' | 'admin'>, string>> = {
  hear: 'Only the owner and carers hear what was said, and viewers the owner allows.',
  care: 'Only the owner and carers can change this.',
  manage: 'Only the owner can do this.',
}

export interface MemberRights {
  role: MemberRole
  mayHearCalls: boolean
}

/** Whether a member has a right; `admin` is no right of members. */
export function hasRight({ role, mayHearCalls }: MemberRights, right: Right): boolean {
  return RIGHTS_OF[role].includes(right) || (right === 'hear' && mayHearCalls)
}

/**
 * The right that each closed route asks for: the one table from which routes are guarded, tests are generated and screens
 * are drawn. A route that is not in it is refused to everybody.
 */
export const ROUTE_RIGHTS = {
  'POST /api/logout': 'own',
  'GET /api/me': 'own',
  'GET /api/auth/me': 'own',
  'PATCH /api/profile': 'own',
  'POST /api/password/change': 'own',
  'GET /api/sessions': 'own',
  'DELETE /api/sessions/:id': 'own',
  'POST /api/sessions/end-others': 'own',
  'GET /api/access-tokens': 'own',
  'POST /api/access-tokens': 'own',
  'DELETE /api/access-tokens/:id': 'own',
  'GET /api/passkeys': 'own',
  'POST /api/passkeys/options': 'own',
  'POST /api/passkeys': 'own',
  'PATCH /api/passkeys/:id': 'own',
  'DELETE /api/passkeys/:id': 'own',
  'GET /api/second-factor': 'own',
  'POST /api/second-factor': 'own',
  'POST /api/second-factor/confirm': 'own',
  'POST /api/second-factor/off': 'own',
  'POST /api/phone/code': 'own',
  'GET /api/phone/code': 'own',
  'POST /api/phone/verify': 'own',
  'POST /api/email/resend': 'own',
  'GET /api/notification-settings': 'own',
  'PUT /api/notification-settings': 'own',
  'GET /api/calendar': 'own',
  'POST /api/calendar': 'own',
  'PATCH /api/calendar': 'own',
  'DELETE /api/calendar': 'own',
  'GET /api/push-devices': 'own',
  'POST /api/push-devices': 'own',
  'POST /api/push-devices/renew': 'own',
  'DELETE /api/push-devices/:id': 'own',
  'POST /api/push-devices/:id/test': 'own',
  'POST /api/circles/:id/enter': 'own',
  'DELETE /api/members/:id': 'own',
  'PUT /api/members/:id/away': 'own',
  'DELETE /api/members/:id/away': 'own',
  'GET /api/changes': 'read',
  'GET /api/phone': 'read',
  'GET /api/call-defaults': 'read',
  'GET /api/dashboard/stats': 'read',
  'GET /api/dashboard/today': 'read',
  'GET /api/loved-ones': 'read',
  'GET /api/loved-ones/:id': 'read',
  'GET /api/loved-ones/:id/consents': 'read',
  'GET /api/loved-ones/:id/away': 'read',
  'GET /api/loved-ones/:id/report': 'read',
  'GET /api/loved-ones/:id/report.pdf': 'read',
  'GET /api/loved-ones/:id/calls.csv': 'read',
  'GET /api/away': 'read',
  'GET /api/contacts': 'read',
  'GET /api/hot-days': 'read',
  'GET /api/hot-days/towns': 'read',
  'GET /api/calls/upcoming': 'read',
  'GET /api/calls/recurring': 'read',
  'GET /api/calls/week': 'read',
  'GET /api/calls/history': 'read',
  'GET /api/calls/:id': 'read',
  'GET /api/calls/:id/schedule-patterns': 'read',
  'GET /api/calls/:id/patterns': 'read',
  'GET /api/calls/:id/recording': 'hear',
  'GET /api/calls/:id/talks': 'hear',
  'GET /api/loved-ones/:id/talks': 'read',
  'GET /api/loved-ones/:id/topics': 'hear',
  'GET /api/incidents': 'read',
  'GET /api/activity': 'read',
  'GET /api/activity/retention': 'read',
  'GET /api/subscription': 'read',
  'GET /api/members': 'read',
  'POST /api/loved-ones': 'care',
  'PATCH /api/loved-ones/:id': 'care',
  'DELETE /api/loved-ones/:id': 'care',
  'POST /api/loved-ones/:id/consents/recording/withdraw': 'care',
  'POST /api/loved-ones/:id/consents/words/withdraw': 'care',
  'POST /api/loved-ones/:id/consents/conversation/withdraw': 'care',
  'POST /api/loved-ones/:id/someone-else-answered': 'care',
  'POST /api/loved-ones/:id/text-number': 'care',
  'POST /api/loved-ones/:id/try': 'care',
  'POST /api/loved-ones/:id/away': 'care',
  'POST /api/away': 'care',
  'DELETE /api/away': 'care',
  'PATCH /api/away/:id': 'care',
  'DELETE /api/away/:id': 'care',
  'POST /api/contacts': 'care',
  'PATCH /api/contacts/:id': 'care',
  'DELETE /api/contacts/:id': 'care',
  'POST /api/contacts/:id/ask': 'care',
  'PUT /api/contacts/order': 'care',
  'POST /api/hot-days/:id/accept': 'care',
  'POST /api/hot-days/:id/decline': 'care',
  'POST /api/calls': 'care',
  'PATCH /api/calls/:id': 'care',
  'DELETE /api/calls/:id': 'care',
  'POST /api/calls/:id/call-now': 'care',
  'POST /api/calls/:id/resolve': 'care',
  'POST /api/calls/:id/skip': 'care',
  'POST /api/calls/:id/occurrence/move': 'care',
  'POST /api/calls/:id/occurrence/skip': 'care',
  'POST /api/calls/:id/occurrence/restore': 'care',
  'POST /api/calls/:id/skip/undo': 'care',
  'GET /api/calls/:id/voice': 'care',
  'POST /api/calls/:id/voice/greeting': 'care',
  'POST /api/calls/:id/voice/question': 'care',
  'POST /api/calls/:id/voice/greeting/ring': 'care',
  'POST /api/calls/:id/voice/question/ring': 'care',
  'GET /api/voice-recordings/:id/sound': 'care',
  'POST /api/voice-recordings/:id/heard': 'care',
  'POST /api/voice-recordings/:id/use': 'care',
  'DELETE /api/voice-recordings/:id': 'care',
  'PATCH /api/topics/:id': 'care',
  'DELETE /api/topics/:id': 'care',
  'DELETE /api/loved-ones/:id/topics': 'care',
  'PATCH /api/loved-ones/:id/talks': 'manage',
  'PATCH /api/members/:id': 'manage',
  'POST /api/members/:id/make-owner': 'manage',
  'GET /api/invitations': 'manage',
  'POST /api/invitations': 'manage',
  'DELETE /api/invitations/:id': 'manage',
  'POST /api/invitations/:id/resend': 'manage',
  'POST /api/account/export': 'manage',
  'POST /api/account/deletion': 'manage',
  'DELETE /api/account/deletion': 'manage',
  'POST /api/subscription/init': 'manage',
  'PATCH /api/subscription/update': 'manage',
  'POST /api/subscription/cancel': 'manage',
  'POST /api/subscription/resume': 'manage',
  'POST /api/subscription/pay': 'manage',
  'POST /api/subscription/portal': 'manage',
  'POST /api/subscription/refresh': 'manage',
  'GET /api/billing/history': 'manage',
  'GET /api/billing/payment-methods': 'manage',
} as const satisfies Record<string, Right>
