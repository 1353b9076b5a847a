export { startTextRounds } from './find-lost-texts.ts'
export { forgetOldInbound } from './forget-inbound.ts'
export { inboundFacts } from './inbound-facts.ts'
export { openInboundText } from './inbound-text-words.ts'
