import type { TalkSubject } from './talk-subject.ts'

export const firstWords = ({ name, askedBy }: TalkSubject): string =>
  `Hello ${name}, it's Cooee's computer voice, calling for ${askedBy}. What we say is written down. Press 1 if all is well, 2 for help, or 9 for keys only, at any time. How are you today?`
