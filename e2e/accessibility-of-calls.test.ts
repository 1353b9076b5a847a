import { expectNothingAgainstCalls } from './every-state.ts'
import { journey } from './journey.ts'

journey(
  'every state of calls and of trying together can be used by anybody, at a desk and on a phone, by day and by night',
  { timeout: 900_000 },
  ({ product, open }) => expectNothingAgainstCalls(product.url, open),
)
