import { linesOf, readResponse } from '../call/twiml-xml.ts'

/** A text message that a document asks for. `to` null: the sender. */
export interface TextReply {
  to: string | null
  body: string
  statusCallback: string | null
}

export type ParsedReplies = { kind: 'replies'; replies: TextReply[] } | { kind: 'invalid'; reason: string }

/**
 * The messages of a TwiML document that answers a text: `<Message>`, with its words inside or in a `<Body>`. Other verbs
 * are skipped (warning 14110 at the provider).
 * Source: https://www.twilio.com/docs/messaging/twiml/message
 */
export function parseTextReplies(xml: string): ParsedReplies {
  const response = readResponse(xml)
  if (response.kind === 'invalid') return response
  return {
    kind: 'replies',
    replies: response.elements
      .filter(({ name }) => name === 'Message')
      .map((element) => ({
        to: element.attributes.to ?? null,
        body: linesOf(element),
        statusCallback: element.attributes.statusCallback ?? element.attributes.action ?? null,
      })),
  }
}
