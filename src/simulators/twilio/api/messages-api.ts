import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.ts'
import type { PhoneBook } from '../phone/phone-book.ts'
import type { Postroom } from '../postroom.ts'
import { earliest } from './api-dates.ts'
import { ApiError } from './api-error.ts'
import { field, readCallback, readForm, readNumber } from './api-forms.ts'
import { type ListQuery, presentPage } from './api-paging.ts'
import { accountUri, presentMessage } from './api-resources.ts'
import { isOurs } from './number-rates.ts'

const LONGEST_BODY = 1600

/** The Messages resource: create, fetch and list, as https://www.twilio.com/docs/messaging/api/message-resource has them. */
export function messagesApi(
  app: FastifyInstance,
  deps: { ledger: Ledger; phoneBook: PhoneBook; postroom: Postroom; accountSid: string },
): void {
  const { ledger, phoneBook, postroom, accountSid } = deps
  const base = accountUri(accountSid)

  app.post(`${base}/Messages.json`, async (request, reply) => {
    const form = readForm(request.body)
    const to = field(form, 'To')
    const from = field(form, 'From')
    const body = field(form, 'Body')
    if (to === '') throw new ApiError('messageToMissing', "A 'To' phone number is required.")
    if (from === '') throw new ApiError('messageFromMissing', "A 'From' phone number is required.")
    if (!isOurs(ledger, from)) {
      throw new ApiError('messageFromNotOurs', `Mismatch between the 'From' number ${from} and the account`)
    }
    if (body === '') throw new ApiError('bodyMissing', 'Message body is required.')
    if (body.length > LONGEST_BODY) {
      throw new ApiError('bodyTooLong', `The concatenated message body exceeds the ${LONGEST_BODY} character limit`)
    }
    const number = readNumber(to)
    if (!number || phoneBook.textBehaviourOf(number) === 'refused') {
      throw new ApiError('toInvalid', `The 'To' number ${to} is not a valid phone number.`)
    }
    const callback = readCallback(form, 'StatusCallback', 'statusCallbackInvalid')
    const message = postroom.post({
      direction: 'outbound-api',
      to: number,
      from,
      body,
      statusCallback: callback?.url ?? null,
    })
    return reply.code(201).send(presentMessage(message))
  })

  app.get<{ Params: { sid: string } }>(`${base}/Messages/:sid.json`, async ({ params: { sid } }) => {
    const message = ledger.messages.get(sid)
    if (!message) throw new ApiError('notFound', `The requested resource ${base}/Messages/${sid}.json was not found`)
    return presentMessage(message)
  })

  app.get<{ Querystring: ListQuery }>(`${base}/Messages.json`, async ({ query }) => {
    const since = earliest(query, 'DateSent')
    if (since === null) throw new ApiError('invalidParameter', 'DateSent must be a date')
    const to = typeof query.To === 'string' && query.To !== '' ? query.To : null
    const messages = to === null ? ledger.messages.all() : ledger.messages.withKey(readNumber(to) ?? to)
    return presentPage(messages, { uri: `${base}/Messages.json`, query }, 'messages', {
      matches: (message) =>
        (query.From === undefined || query.From === '' || query.From === message.from) &&
        (message.sentTime ?? message.createdTime).getTime() >= since,
      present: presentMessage,
    })
  })
}
