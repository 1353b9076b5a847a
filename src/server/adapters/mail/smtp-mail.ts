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
}

/** Mails through a real mail server. */
export function smtpMail({ url, from, requiresTls }: SmtpOptions): Mail {
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

/** A 5xx about this mail is final (RFC 5321, 4.2.1); everything else, a wrong password of ours included, may pass. */
function toResult(error: unknown): DeliveryResult {
  if (!(error instanceof Error)) throw error
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const isAboutThisMail = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  const reason = error.message.slice(0, 500)
  return code >= 500 && isAboutThisMail ? { kind: 'rejected', reason } : { kind: 'unreachable', reason }
}
