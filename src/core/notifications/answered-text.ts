import type { NoticeText } from '#core/call-policy/late-notice.ts'

export interface AnsweredCall {
  name: string
  /** The promised time on the loved one's clock, "9:00 AM". */
  localTime: string
  /** When the phone was picked up, on the same clock; null where they answered by another way. */
  answeredAt: string | null
  /** The keys that were pressed, "1"; empty where none was. */
  keys: string
  /** By what other way than the call they answered, as a sentence: "Margaret has rung Cooee." */
  how: string | undefined
  /** Where the call's details are. */
  link: string
}

/** What an account holder who wants to hear of every answered call is told. */
export function answeredText(call: AnsweredCall): NoticeText {
  const { name, localTime, link } = call
  const sentence = answeredSentence(call)
  return {
    subject: `${name} answered the ${localTime} call`,
    mail: `${sentence}\n\nThe call: ${link}\n\nYou get this message because you asked for it in Settings, Notifications.`,
    sms: `Cooee: ${sentence}`,
  }
}

function answeredSentence({ name, localTime, answeredAt, keys, how }: AnsweredCall): string {
  if (how !== undefined) return `${how} That answers the ${localTime} call.`
  const pressed = keys === '' ? '' : ` and pressed ${[...keys].join(', ')}`
  return answeredAt === null
    ? `${name} answered the ${localTime} call${pressed}.`
    : `${name} answered at ${answeredAt}${pressed}.`
}
