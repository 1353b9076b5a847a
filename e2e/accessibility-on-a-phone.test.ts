import { expectNothingInAnyState } from './every-state.ts'
import { journey } from './journey.ts'

journey(
  'on a phone, by day and by night, every state of every screen can be used by anybody',
  { timeout: 900_000 },
  ({ product, open }) => expectNothingInAnyState('phone', product.url, open),
)
