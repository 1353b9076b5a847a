import { expectNothingAgainstPeople } from './every-state.ts'
import { journey } from './journey.ts'

journey(
  'every state of the dashboard, of loved ones, contacts and schedules can be used by anybody, at a desk and on a phone, by day and by night',
  { timeout: 900_000 },
  ({ product, open }) => expectNothingAgainstPeople(product.url, open),
)
