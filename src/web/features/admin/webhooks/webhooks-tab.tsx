/** The other systems that are told what happens. */
export function WebhooksTab() {
  return <section className="card card__body">Webhooks</section>
}
