/** What keeps the account safe. */
export function SecurityTab() {
  return (
    <section className="card card__body max-w-[48rem]" aria-labelledby="security-heading">
      <h2 id="security-heading">Security</h2>
    </section>
  )
}
