import { expectNothingAgainstVisitors } from './every-state.ts'
import { journey } from './journey.ts'

journey(
  'every state that visitors and contacts see, and of settings, can be used by anybody, at a desk and on a phone, by day and by night',
  { timeout: 900_000 },
  ({ product, open }) => expectNothingAgainstVisitors(product.url, open),
)
