import type { FinalStatus } from '../calls/call-vocabulary.ts'

export type News =
  | { kind: 'not_reached'; status: Exclude<FinalStatus, 'completed'>; reason: string | null }
  | { kind: 'help' }

interface NoticeSubject {
  name: string
  /** "Daily Check-in". */
  callLabel: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  /** E.164 number or what is shown for it, to ring the person. */
  phone: string
  /** Where the call's details are. */
  link: string
}

export interface NoticeText {
  subject: string
  mail: string
  sms: string
}

/** What an account holder is told about a call that did not go well. No blame, no guesses: what happened, what next. */
export function noticeText(news: News, subject: NoticeSubject): NoticeText {
  const { name, phone, link } = subject
  const headline = headlineOf(news, subject)
  const why = news.kind === 'not_reached' && news.reason ? ` ${news.reason}` : ''
  return {
    subject: headline,
    mail: [
      `${headline}.${why}`,
      '',
      `Ring ${name}: ${phone}`,
      `What happened: ${link}`,
      '',
      'If you think somebody is in danger, call 000. Cooee is not an emergency service.',
    ].join('\n'),
    sms: `Cooee: ${headline}.${why} Ring ${name}: ${phone}. In danger? Call 000.`,
  }
}

function headlineOf(news: News, { name, callLabel, localTime }: NoticeSubject): string {
  if (news.kind === 'help') return `${name} asked for help on the ${localTime} ${callLabel}`
  switch (news.status) {
    case 'missed':
      return `${name} was not reached by the ${localTime} ${callLabel}`
    case 'voicemail':
      return `An answering machine took ${name}'s ${localTime} ${callLabel}`
    case 'failed':
      return `The ${localTime} ${callLabel} to ${name} could not be placed`
  }
}
