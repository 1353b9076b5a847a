/** The public front page. */
export function Landing() {
  return <main>Cooee</main>
}
