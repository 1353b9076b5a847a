import type { Generated } from 'kysely'
import type { TalkEnd } from '#core/talk/talk-events.ts'

/** A talk of an attempt, from the moment at which its line was open. */
export interface TalksTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  attemptId: number
  openedAt: Date
  endedAt: Date | null
  endReason: TalkEnd | null
  seconds: number | null
  /** Replies of the model that were asked for. */
  replies: Generated<number>
  fillers: Generated<number>
  inputTokens: Generated<number>
  outputTokens: Generated<number>
  summarisedAt: Date | null
  /** Since when there will be no summary: the model failed, or its job ran out of tries. */
  summaryFailedAt: Date | null
}

export interface TalkNotesTable {
  id: Generated<number>
  talkId: number
  position: number
  /** The turn it rests on. */
  turnId: number
  topic: string
  topicSealedWith: string | null
  words: string
  sealedWith: string | null
  createdAt: Date
}

export interface TalkSummariesTable {
  id: Generated<number>
  talkId: number
  position: number
  /** The turn it rests on. */
  turnId: number
  kind: 'sentence' | 'concern'
  text: string
  sealedWith: string | null
  createdAt: Date
}

/** Something the family lets Cooee remember. */
export interface TalkTopicsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  words: string
  sealedWith: string | null
  createdAt: Date
  updatedAt: Date
}

export interface TalkSwitchTable {
  onlyRow: Generated<boolean>
  /** Since when no call of this Cooee is a talk; null: they may be. */
  offAt: Date | null
}

/** What the talks of an account took in a month of UTC. */
export interface TalkUsesTable {
  accountId: number
  /** The first day, `YYYY-MM-DD`. */
  month: string
  talks: number
  seconds: number
  inputTokens: number
  outputTokens: number
}
