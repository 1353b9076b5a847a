import { expectNothingAgainstAdmins } from './every-state.ts'
import { journey } from './journey.ts'

journey(
  'every state of the plan, of numbers and addresses, of admins and of the sandbox can be used by anybody, at a desk and on a phone, by day and by night',
  { timeout: 900_000 },
  ({ product, open }) => expectNothingAgainstAdmins(product.url, open),
)
