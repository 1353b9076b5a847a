export { startTextRounds } from './find-lost-texts.ts'
export { forgetOldInbound } from './forget-inbound.ts'
export { inboundFacts } from './inbound-facts.ts'
