import nodemailer from 'nodemailer'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import type { Mail } from './mail.ts'

interface SmtpOptions {
  /** smtp://user:password@host:port, or smtps:// */
  url: string
  /** The sender, such as `Cooee <care@example.com.au>`. */
  from: string
  /** Whether mails leave only over an encrypted connection; false for a relay on this machine or in this house. */
  requiresTls: boolean
  /** How long a send takes at most, in milliseconds, its wait for a connection included. Tests shorten it. */
  giveUpAfterMs?: number | undefined
}

/** Less than half of a mail's claim: a worker that takes the mail over must not meet a send that still waits. */
const GIVE_UP_AFTER_MS = 50_000

/** Mails through a real mail server. A send that takes too long ends as unreachable. */
export function smtpMail({ url, from, requiresTls, giveUpAfterMs = GIVE_UP_AFTER_MS }: SmtpOptions): Mail {
  const pool = () =>
    nodemailer.createTransport({
      url,
      pool: true,
      // Without it, an attacker on the network could remove the server's STARTTLS offer and read every reset link.
      requireTLS: requiresTls,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // A text is a text: it can neither read files nor fetch addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const usual = pool()
  // Separate connections: urgent mails do not wait for slow ones.
  const forHelp = pool()
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, subject, text, messageId, isHelp = false }) {
      try {
        const sent = await (isHelp ? forHelp : usual).sendMail({
          from,
          to: { name: '', address: to }, // as an object it is one address, whatever commas it may hold
          subject: subject.replace(/[\r\n]+/g, ' '),
          text,
          messageId: `<message-${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // The timeouts above count silence on a connection: not the wait for one, nor a server that trickles. It also
          // takes the mail out of the queue, or ends its connection.
          signal: AbortSignal.timeout(giveUpAfterMs),
        })
        return { kind: 'accepted', providerId: sent.messageId }
      } catch (error) {
        return toResult(error)
      }
    },
    close() {
      usual.close()
      forHelp.close()
    },
  }
}

function toResult(error: unknown): DeliveryResult {
  if (!(error instanceof Error)) throw error
  const reason = error.message.slice(0, 500)
  return isAboutThisMail(error) ? { kind: 'rejected', reason } : { kind: 'unreachable', reason }
}

/** Bad recipient, mailbox or content (RFC 3463). Of 5.1.x others are about the sender; 5.4.x and 5.7.x about limits and rights. */
const ABOUT_THIS_MAIL = /^5\.(1\.[1236]|2\.\d+|3\.4|6\.\d+)$/
/** Commands out of order; sign-in needed or failed. */
const ABOUT_THE_SESSION = new Set([503, 530, 534, 535, 538])

/**
 * Whether the server refuses this mail for its recipient or its content, so that trying again does not help. What it says
 * of our own account (blocked, over its limit, wrong password) would otherwise lose every mail until an operator notices.
 */
function isAboutThisMail(error: SmtpError): boolean {
  const { code, command, responseCode = 0, response = '' } = error
  if (responseCode < 500 || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return status === undefined ? !ABOUT_THE_SESSION.has(responseCode) : ABOUT_THIS_MAIL.test(status)
}

/** What nodemailer adds to an error: its own code, and the command that the server refused with its reply. */
interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}
