/** How the system does. */
export function SystemTab() {
  return <section className="card card__body">System</section>
}
