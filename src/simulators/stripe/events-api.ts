import type { Api } from './api-server.ts'
import type { Ledger } from './ledger.ts'
import { pageOf, readPaging } from './listing.ts'

/** Events: all there have been, whoever was told of them. */
export function eventsApi(api: Api, { ledger }: { ledger: Ledger }): void {
  api.on('GET', '/v1/events', ({ params }) => {
    const types = [...params.texts('types'), params.text('type') ?? []].flat()
    const created = params.range('created')
    const delivered = params.flag('delivery_success')
    const paging = readPaging(params)
    params.finish()
    const patterns = types.map((type) => new RegExp(`^${type.split('*').map(RegExp.escape).join('.*')}$`))
    const events = ledger
      .all('event')
      .filter(
        (event) =>
          (patterns.length === 0 || patterns.some((pattern) => pattern.test(event.type))) &&
          (created === null || created.includes(event.created)) &&
          (delivered === undefined || (event.pending_webhooks === 0) === delivered),
      )
    return pageOf(events, '/v1/events', paging)
  })

  api.on('GET', '/v1/events/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('event', id)
  })
}
