import type { NoticeText } from '#core/call-policy/late-notice.ts'

export interface AnsweredCall {
  name: string
  /** By its promised time, "9:00 AM call". */
  call: string
  /** When the phone was picked up; null where they answered by another way. */
  answeredAt: string | null
  /** The keys that were pressed, "1"; empty where none was. */
  keys: string
  /** By what other way than the call they answered, as a sentence: "Margaret has rung Cooee." */
  how: string | undefined
  /** Where the call's details are. */
  link: string
}

/** The message to an account holder who wants to know of every answered call. */
export function answeredText(answered: AnsweredCall): NoticeText {
  const { name, call, link } = answered
  const sentence = answeredSentence(answered)
  return {
    subject: `${name} answered the ${call}`,
    mail: `${sentence}\n\nThe call: ${link}\n\nYou asked for these emails in Settings, under Notifications.`,
    sms: `Cooee: ${sentence}`,
  }
}

function answeredSentence({ name, call, answeredAt, keys, how }: AnsweredCall): string {
  if (how !== undefined) return `${how} That answers the ${call}.`
  const pressed = keys === '' ? '' : ` and pressed ${[...keys].join(', ')}`
  return answeredAt === null
    ? `${name} answered the ${call}${pressed}.`
    : `${name} answered at ${answeredAt}${pressed}.`
}
