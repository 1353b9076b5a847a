/** What the account holder is told, and how. */
export function NotificationsTab() {
  return (
    <section className="card card__body max-w-[48rem]" aria-labelledby="notifications-heading">
      <h2 id="notifications-heading">Notifications</h2>
    </section>
  )
}
