/** Where the telephony is tried from end to end. */
export function TestingCentre() {
  return <section className="card card__body">Testing centre</section>
}
