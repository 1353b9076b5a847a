export { forgetOldInbound } from './forget-inbound.ts'
export { inboundFacts } from './inbound-facts.ts'
