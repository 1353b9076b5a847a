import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface WordsDeps {
  sealing: Sealing
}

/** What somebody wrote, as stored in its row. */
export function sealInboundText({ sealing }: WordsDeps, providerMessageId: string, text: string) {
  const { value, sealedWith } = sealing.sealText('inbound_texts.text', { providerMessageId }, text)
  return { text: value, sealedWith }
}

/** The reply, as stored in its row. */
export function sealReply({ sealing }: WordsDeps, providerMessageId: string, reply: string | null) {
  if (reply === null) return { reply: null, replySealedWith: null }
  const { value, sealedWith } = sealing.sealText('inbound_texts.reply', { providerMessageId }, reply)
  return { reply: value, replySealedWith: sealedWith }
}

interface StoredWords {
  providerMessageId: string
  text: string
  sealedWith: string | null
  reply: string | null
  replySealedWith: string | null
}

/** Both, in plain text; a remark when they cannot be read. */
export function openInboundText(
  { sealing }: WordsDeps,
  { providerMessageId, text, sealedWith, reply, replySealedWith }: StoredWords,
): { text: string; reply: string | null } {
  const row = { providerMessageId }
  return {
    text: readableText(sealing.openText('inbound_texts.text', row, { value: text, sealedWith })),
    reply:
      reply === null
        ? null
        : readableText(sealing.openText('inbound_texts.reply', row, { value: reply, sealedWith: replySealedWith })),
  }
}
