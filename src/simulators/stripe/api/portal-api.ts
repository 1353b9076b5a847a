import { newId } from '../records/ids.ts'
import type { Ledger } from '../records/ledger.ts'
import { nowSeconds, type PortalSession } from '../records/wire.ts'
import type { Api } from './api-server.ts'

/** The billing portal: one page on which a customer changes the card and pays what is open. */
export function portalApi(api: Api, { ledger, pageUrl }: { ledger: Ledger; pageUrl: (path: string) => string }): void {
  api.on('POST', '/v1/billing_portal/sessions', ({ params }) => {
    const customer = params.required('customer')
    const returnUrl = params.text('return_url') ?? null
    params.finish()
    ledger.get('customer', customer, 'customer')
    const secret = newId('test')
    return ledger.put<PortalSession>({
      id: newId('bps'),
      object: 'billing_portal.session',
      created: nowSeconds(),
      customer,
      return_url: returnUrl,
      url: pageUrl(`/p/session/${secret}`),
    })
  })
}
