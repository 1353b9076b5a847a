import type { TalkEnd } from '#core/talk/talk-events.ts'

/** How a chat ended, for the family; null where that says nothing new: it came to its end, or the person answered. */
export const TALK_END_LABELS: Record<TalkEnd, string | null> = {
  person: null,
  finished: null,
  time_over: 'The chat was as long as it may be, so we went on to our question.',
  silence: 'We didn’t hear anything more, so we went on to our question.',
  model_failed: 'The chat stopped working, so we went on to our question.',
  guard_refused: 'The computer had nothing good to say, so we went on to our question.',
  line_lost: 'The chat was cut off, so we went on to our question.',
  switched_off: 'Chats were switched off, so we went on to our question.',
}
