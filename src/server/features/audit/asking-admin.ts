import type { FastifyRequest } from 'fastify'

/** The admin who asks, and the network address they ask from: what the audit log keeps. */
export interface AskingAdmin {
  account: { id: number; username: string }
  address: string
}

/** Who sent a request under /api/admin. */
export const askingAdmin = ({ account, person, ip }: FastifyRequest): AskingAdmin => ({
  account: { id: person.accountId ?? account.id, username: person.username },
  address: ip,
})
