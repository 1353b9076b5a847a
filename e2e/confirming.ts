import { outboxEntrySchema, phoneText } from '#contract/admin/sandbox.ts'
import { waitUntil } from './wait-until.ts'

/** The link that confirms the email, as the outbox of the sandbox shows it. */
export function linkTo(localUrl: string, email: string): Promise<string> {
  return waitUntil('the mail with the link is stored in the outbox', async () => {
    const mails = outboxEntrySchema.array().parse(await (await fetch(`${localUrl}/api/sandbox/outbox`)).json())
    return mails.find(({ to }) => to === email)?.text.match(/http\S+\/verify-email\?token=\S+/)?.[0]
  })
}

/** The code that confirms the mobile, as its phone in the sandbox shows it. */
export function codeTo(localUrl: string, mobile: string): Promise<string> {
  return waitUntil('the phone has the text with the code', async () => {
    const texts = phoneText.array().parse(await (await fetch(`${localUrl}/api/sandbox/texts`)).json())
    return texts.find(({ number }) => number === mobile)?.text.match(/^Cooee: (\d{6})/)?.[1]
  })
}
